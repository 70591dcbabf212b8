// Handles are elements over the plot: focusable, named, and moved by mouse, touch, pen and keys alike.

const ARROWS = {
  ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1],
  d: [1, 0], a: [-1, 0], w: [0, 1], s: [0, -1],
};

const ABOVE_PX = 4; // so much nearer must a covered handle be

let drags = 0;

export class Handles {
  /** `view` gives the ranges of the plot that `layer`, an element, covers exactly. */
  constructor({ layer, view, names, talk, onend }) {
    Object.assign(this, { layer, view, talk, onend, held: new Map() });
    layer.addEventListener("pointerdown", (event) => this.take(event));
    this.elements = new Map(Object.entries(names).map(([id, label]) => [id, this.make(id, label)]));
  }

  make(id, label) {
    const element = document.createElement("div");
    element.className = "handle";
    element.dataset.handle = id;
    element.tabIndex = 0;
    element.setAttribute("role", "slider");
    element.setAttribute("aria-label", label);
    element.addEventListener("keydown", (event) => this.press(event, id));
    element.addEventListener("keyup", () => this.onend());
    this.layer.append(element);
    return element;
  }

  /** Lay the handles where a frame puts them, and hide the others; one that is held stays under the pointer. */
  place(handles) {
    this.placed = handles;
    for (const [id, element] of this.elements) element.hidden = !(id in handles);
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

  /** Which handle a finger means: the nearest of those that it covers; where two coincide, the upper one. */
  nearest({ clientX, clientY }) {
    let best = null;
    for (const [id, element] of this.elements) {
      const box = element.getBoundingClientRect();
      const distance = Math.hypot(clientX - box.x - box.width / 2, clientY - box.y - box.height / 2);
      const upper = Number(getComputedStyle(element).zIndex) || 0;
      const cost = distance - ABOVE_PX * upper;
      if (distance <= box.width / 2 && (!best || cost < best.cost)) best = { id, element, cost };
    }
    return best;
  }

  take(event) {
    const { id, element } = this.nearest(event) ?? {};
    if (event.button !== 0 || !id || this.held.has(id)) return;
    event.preventDefault(); // no text selection, no focus ring for a mouse
    element.focus({ preventScroll: true, focusVisible: false });
    element.setPointerCapture(event.pointerId);
    const start = this.point(event);
    const offset = element.at.map((at, i) => at - start[i]); // the handle keeps where it was gripped
    if (!this.held.size) this.gesture = `drag:${++drags}`; // two fingers are one step of undo
    const { gesture } = this;
    this.held.set(id, event.pointerId);
    element.classList.add("held");

    let last = start;
    const move = (moved) => {
      const at = this.point(moved);
      if (moved.pointerId !== event.pointerId || at.every((x, i) => x === last[i])) return;
      last = at;
      const to = at.map((x, i) => x + offset[i]);
      this.put(element, ...to);
      this.talk.act("drag", { handle: id, to }, { key: `drag:${id}`, gesture, replaces: true }).catch(() => {});
    };
    const end = (ended) => {
      if (ended.pointerId !== event.pointerId) return;
      stop.abort();
      this.held.delete(id);
      element.classList.remove("held");
      // Back to what it moves, which may not have followed all the way; a frame to come will see to it itself.
      if (this.talk.idle && id in this.placed) this.put(element, this.placed[id].x, this.placed[id].y);
      this.onend();
    };
    // A plain move waits for the display's next frame, a raw one comes at once: asking then wins most of a
    // frame.  One a frame is enough; where there are no raw moves, the plain ones do.
    let early = true;
    const raw = (moved) => {
      if (!early) return;
      early = false;
      requestAnimationFrame(() => (early = true));
      move(moved);
    };
    const stop = new AbortController();
    element.addEventListener("pointerrawupdate", raw, { signal: stop.signal });
    element.addEventListener("pointermove", move, { signal: stop.signal });
    for (const type of ["pointerup", "pointercancel", "lostpointercapture"]) {
      element.addEventListener(type, end, { signal: stop.signal });
    }
  }

  press(event, id) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const fine = event.shiftKey;
    const by = ARROWS[event.key] ?? ARROWS[event.key.toLowerCase()];
    const high = { Home: false, End: true }[event.key];
    if (by) this.talk.act("nudge", { handle: id, by, fine }, { key: `nudge:${id}:${fine}` }).catch(() => {});
    else if (high !== undefined) this.talk.act("limit", { handle: id, high }, { key: `limit:${id}` }).catch(() => {});
    else return;
    event.preventDefault();
  }
}
