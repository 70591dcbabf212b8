// What surrounds the picture: numbers, controls, undo, messages.  The same in the book and in a notebook.

import { Conversation } from "./conversation.js";
import { Handles } from "./handles.js";
import { Player } from "./player.js";
import { Readouts } from "./readouts.js";
import { Widgets } from "./widgets.js";

const TOOLS = [["undo", "↶"], ["redo", "↷"], ["reset", "⟲"], ["link", "⚲"], ["python", "❯"]];

function make(tag, className, parent, attributes = {}) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  parent?.append(element);
  return element;
}

/** The empty parts of a figure, in reading order, inside `host`; a still picture stays, for paper. */
export function frameWork(host, spec) {
  const parts = { host, plots: {}, groups: {} };
  parts.pictures = make("div", "pictures");
  const graphs = spec.views.filter((view) => !view.metric);
  parts.pictures.style.setProperty("--graphs", `${graphs.reduce((sum, { height }) => sum + height + 0.75, 0)}rem`);
  for (const view of spec.views) {
    const stage = make("div", view.metric ? "stage" : "stage graph", parts.pictures);
    if (view.metric) stage.style.setProperty("--aspect", (view.x[1] - view.x[0]) / (view.y[1] - view.y[0]));
    else stage.style.setProperty("--height", `${view.height}rem`);
    parts.plots[view.name] = make("div", "plot", stage);
    if (!view.metric) continue;
    if (view.grid) make("p", "grid", stage).textContent = spec.kit.grid;
    parts.handles ??= make("div", "handles", stage);
  }
  parts.says = make("p", "says");
  parts.panel = make("div", "panel");
  for (const [group, label] of Object.entries(spec.groups)) {
    const set = make("div", `controls ${group === "buttons" ? "buttons" : "sliders"}`, parts.panel,
      { role: "group", "aria-label": label });
    if (group !== "buttons") make("div", "label", set).textContent = label;
    parts.groups[group] = set;
  }
  parts.numbers = make("dl", "readouts", parts.panel, { "aria-label": spec.kit.numbers });
  parts.tools = make("div", "tools", parts.panel, { role: "toolbar", "aria-label": spec.title });
  parts.message = make("p", "message", null, { role: "status" });
  parts.spoken = make("p", "visually-hidden", null, { "aria-live": "polite" });
  parts.pictures.append(parts.says);
  const body = make("div", "body");
  body.append(parts.message, parts.pictures, parts.panel, parts.spoken);
  host.replaceChildren(...host.querySelectorAll(".still[role=img]"), body);
  return parts;
}

/** Where a root of the Bokeh document belongs. */
export function placeIn(parts) {
  return (model) => {
    if (model.name in parts.plots) return parts.plots[model.name];
    const group = model.tags.find((tag) => tag.startsWith("group:")).slice("group:".length);
    return make("div", "widget", parts.groups[group]);
  };
}

/** Lay a text on the clipboard; false where that is not allowed: in most frames, and without https. */
export async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

export class Shell {
  constructor({ parts, picture, spec, first, carrier, lang, link }) {
    Object.assign(this, { parts, picture, spec, link, note: "", warning: "" });
    this.talk = new Conversation({ slug: spec.slug, lang, first, carrier, kit: spec.kit });
    const onend = () => this.announce();
    this.handles = new Handles({ layer: parts.handles, view: spec.views.find((view) => view.metric),
      names: spec.handles, talk: this.talk, onend });
    this.widgets = new Widgets({ roots: picture.roots, views: picture.view, talk: this.talk, labels: spec.labels });
    this.readouts = new Readouts(parts.numbers, spec.readouts);
    this.tools();
    parts.host.addEventListener("keydown", (event) => this.shortcut(event));
    const show = (frame) => this.show(frame);
    if (spec.moving) this.player = new Player({ parts, spec, talk: this.talk, show, make });
    else this.talk.addEventListener("frame", ({ detail }) => show(detail));
    this.talk.addEventListener("refusal", ({ detail }) => this.tell(detail));
    show(first);
    picture.repaint(parts.host);
  }

  tools() {
    const act = { undo: () => this.talk.undo(), redo: () => this.talk.redo(), reset: () => this.talk.reset(),
      link: this.link && (() => this.link(this.talk.state)), python: () => this.python() };
    this.buttons = {};
    for (const [name, sign] of TOOLS.filter(([name]) => act[name])) {
      const button = make("button", "tool", this.parts.tools, { type: "button" });
      make("span", "sign", button, { "aria-hidden": "true" }).textContent = sign;
      button.append(this.spec.kit[name]);
      button.addEventListener("click", () => Promise.resolve(act[name]()).catch(() => {}));
      this.buttons[name] = button;
    }
  }

  /** Show the program of this state and lay it on the clipboard, where that is allowed. */
  async python() {
    const { kit } = this.spec;
    const text = await this.talk.program();
    const program = (this.program ??= make("pre", "program", this.parts.panel, { tabindex: "0", "aria-label": kit.program }));
    program.textContent = text;
    this.tell(kit[await copied(text) ? "python-copied" : "python-shown"], "good");
  }

  shortcut(event) {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z") return;
    event.preventDefault();
    (event.shiftKey ? this.talk.redo() : this.talk.undo()).catch(() => {});
  }

  /** Show a frame, or a sample of a motion: those parts of a frame that change by themselves. */
  show(frame) {
    const { layers, ranges, readouts, handles = {}, says } = frame;
    this.picture.feed({ layers: this.player?.withPast(layers) ?? layers, ranges });
    this.handles.place(handles);
    this.widgets.show(frame);
    this.readouts.show(readouts);
    this.parts.says.textContent = says ?? this.spec.kit.moving;
    this.tell("");
    this.buttons.undo.disabled = !this.talk.past.length;
    this.buttons.redo.disabled = !this.talk.future.length;
    this.parts.host.dispatchEvent(new CustomEvent("live-frame", { bubbles: true, detail: frame }));
    if (says && this.talk.idle && !this.handles.held.size && !this.player?.playing) this.announce();
  }

  /** Speak the state when things have come to rest, never at every move. */
  announce() {
    clearTimeout(this.resting);
    this.resting = setTimeout(() => {
      const { says } = this.talk.reply;
      if (!this.handles.held.size && this.parts.spoken.textContent !== says) this.parts.spoken.textContent = says;
    }, 400);
  }

  /** Something about the last thing that the reader did, `good` or `bad`; the next frame takes it back. */
  tell(note, kind = "bad") {
    Object.assign(this, { note, kind });
    this.write();
  }

  /** Something about the line to the server, until it is taken back; it stands before a note. */
  warn(warning) {
    this.warning = warning;
    this.write();
  }

  write() {
    const text = [this.warning, this.note].filter(Boolean).join(". ");
    if (this.parts.message.textContent !== text) this.parts.message.textContent = text;
    this.parts.message.classList.toggle("good", !this.warning && this.kind === "good");
  }
}
