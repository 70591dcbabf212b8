// Panel's widgets, drawn by Bokeh: what their tags bind them to, and the names that they lack.

import { format } from "./readouts.js";

const tag = (model, prefix) => model.tags?.find((text) => text.startsWith(prefix))?.slice(prefix.length);

// The property of each kind of widget that holds its value.
const VALUE = { Slider: "value", Spinner: "value", Checkbox: "active" };

export class Widgets {
  constructor({ roots, views, talk, labels }) {
    this.talk = talk;
    this.bound = [];
    for (const model of roots) {
      const view = views(model);
      const path = tag(model, "param:");
      const action = tag(model, "action:");
      if (path) this.bind(model, view, path, labels[path], action);
      else if (action) {
        const args = JSON.parse(tag(model, "args:"));
        model.on_event("button_click", () => talk.act(action, args).catch(() => {}));
      }
    }
  }

  bind(model, view, path, label, action) {
    const [name, index] = path.split(".");
    const property = VALUE[model.type];
    this.bound.push({ model, view, path, property, name, index });
    model.properties[property].change.connect(() => {
      if (this.feeding) return;
      const raw = model[property];
      const value = typeof raw === "number" ? Number(raw.toFixed(6)) : raw; // steps add up to 5.500000000000001
      if (action) {
        this.talk.act(action, { on: value }).catch(() => {});
        return;
      }
      const vector = this.talk.intended[name];
      const patch = index === undefined ? value : vector.map((x, i) => (i === Number(index) ? value : x));
      this.talk.set({ [name]: patch }, { gesture: `set:${path}` }).catch(() => {});
    });
    this.name(view, model, label);
  }

  /** Give the control its accessible name; say values with their unit. */
  name(view, model, label) {
    const root = view.shadow_el;
    if (model.type === "Checkbox") {
      root.querySelector("input").setAttribute("aria-label", model.label);
      root.querySelector(".bk-label").addEventListener("click", () => (model.active = !model.active));
      return;
    }
    if (model.type === "Spinner") {
      root.querySelector("input").setAttribute("aria-label", label);
      // Its two small buttons have no name; the arrow keys do the same.
      for (const button of root.querySelectorAll("button")) {
        button.tabIndex = -1;
        button.setAttribute("aria-hidden", "true");
      }
      return;
    }
    const handle = root.querySelector(".noUi-handle");
    const shown = root.querySelector(".bk-slider-value");
    const unit = shown.textContent.replace(/^[\s\d.-]+/, "");
    const decimals = Math.max(0, -Math.floor(Math.log10(model.step)));
    const written = (value) => `${format(value, decimals)} ${unit}`;
    model.format.doFormat = (values) => values.map(written); // its own has a hyphen where a minus belongs
    shown.textContent = written(model.value);
    handle.setAttribute("aria-label", label);
    // The slider writes the bare number again at every move.
    const say = () => {
      const text = written(model.value);
      if (handle.getAttribute("aria-valuetext") !== text) handle.setAttribute("aria-valuetext", text);
    };
    new MutationObserver(say).observe(handle, { attributeFilter: ["aria-valuetext"] });
    say();
  }

  /** Show a state, unless the reader is ahead of it; what has no effect in it keeps its place, unseen. */
  show({ state, idle = [] }) {
    if (!this.talk.idle) return;
    for (const { view, path } of this.bound) view.el.style.visibility = idle.includes(path) ? "hidden" : "";
    this.feeding = true;
    for (const { model, property, name, index } of this.bound) {
      const value = index === undefined ? state[name] : state[name][index];
      if (model[property] !== value) model.setv({ [property]: value });
    }
    this.feeding = false;
  }
}
