// Handles are elements over the plot: focusable, named, and moved by mouse, touch, pen and keys alike.

const ARROWS = {
  ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1],
  d: [1, 0], a: [-1, 0], w: [0, 1], s: [0, -1],
};

let drags = 0;

export class Handles {
  /** `view` gives the ranges of the plot that `layer`, an element, covers exactly. */
  constructor({ layer, view, names, talk, onend }) {
    Object.assign(this, { layer, view, talk, onend, held: new Map() });
    this.elements = new Map(Object.entries(names).map(([id, label]) => [id, this.make(id, label)]));
  }

  make(id, label) {
    const element = document.createElement("div");
    element.className = "handle";
    element.dataset.handle = id;
    element.tabIndex = 0;
    element.setAttribute("role", "slider");
    element.setAttribute("aria-label", label);
    element.addEventListener("pointerdown", (event) => this.take(event, id, element));
    element.addEventListener("keydown", (event) => this.press(event, id));
    element.addEventListener("keyup", () => this.onend());
    this.layer.append(element);
    return element;
  }

  /** Lay the handles where a frame puts them; one that is held stays under the pointer. */
  place(handles) {
    for (const [id, { x, y, now, min, max, text, role }] of Object.entries(handles)) {
      const element = this.elements.get(id);
      if (!this.held.has(id)) this.put(element, x, y);
      element.style.setProperty("--role", `var(--${role})`);
      element.setAttribute("aria-valuemin", min);
      element.setAttribute("aria-valuemax", max);
      element.setAttribute("aria-valuenow", now);
      element.setAttribute("aria-valuetext", text);
    }
  }

  /** Lay a handle at a point, or at the edge of the view nearest to it: it must never get lost. */
  put(element, x, y) {
    const { x: [left, right], y: [bottom, top] } = this.view;
    x = Math.min(Math.max(x, left), right);
    y = Math.min(Math.max(y, bottom), top);
    element.style.left = `${(100 * (x - left)) / (right - left)}%`;
    element.style.top = `${(100 * (top - y)) / (top - bottom)}%`;
    Object.assign(element, { at: [x, y] });
  }

  /** The point of the plot under a pointer; the box on the screen knows of scrolling and of transforms. */
  point({ clientX, clientY }) {
    const box = this.layer.getBoundingClientRect();
    const { x: [left, right], y: [bottom, top] } = this.view;
    return [left + ((clientX - box.left) / box.width) * (right - left),
      top - ((clientY - box.top) / box.height) * (top - bottom)];
  }

  take(event, id, element) {
    if (event.button !== 0 || this.held.has(id)) return;
    event.preventDefault(); // no text selection, no focus ring for a mouse
    element.focus({ preventScroll: true, focusVisible: false });
    element.setPointerCapture(event.pointerId);
    const start = this.point(event);
    const offset = element.at.map((at, i) => at - start[i]); // the handle keeps where it was gripped
    const gesture = `drag:${id}:${++drags}`;
    this.held.set(id, event.pointerId);
    element.classList.add("held");

    const move = (moved) => {
      if (moved.pointerId !== event.pointerId) return;
      const to = this.point(moved).map((at, i) => at + offset[i]);
      this.put(element, ...to);
      this.talk.act("drag", { handle: id, to }, { key: `drag:${id}`, gesture, replaces: true }).catch(() => {});
    };
    const end = (ended) => {
      if (ended.pointerId !== event.pointerId) return;
      stop.abort();
      this.held.delete(id);
      element.classList.remove("held");
      this.onend();
    };
    const stop = new AbortController();
    element.addEventListener("pointermove", move, { signal: stop.signal });
    for (const type of ["pointerup", "pointercancel", "lostpointercapture"]) {
      element.addEventListener(type, end, { signal: stop.signal });
    }
  }

  press(event, id) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const by = ARROWS[event.key] ?? ARROWS[event.key.toLowerCase()];
    if (by) this.talk.act("nudge", { handle: id, by, fine: event.shiftKey }, this.keyed(`nudge:${id}:${event.shiftKey}`));
    else if (event.key === "Home" || event.key === "End") {
      this.talk.act("limit", { handle: id, high: event.key === "End" }, this.keyed(`limit:${id}`));
    } else return;
    event.preventDefault();
  }

  keyed(key) {
    return { key };
  }
}
