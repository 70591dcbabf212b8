// The state in the browser, and the talk about it with whatever computes frames.
//
// An intent is what the reader wants next: a drag to a point, a slider's value, a button.  One request
// flies at a time; meanwhile only the newest intent of a kind waits.  A slow line makes a drag coarser,
// never late.  On a long line a drag may have a few requests in the air, as each replaces the last.

const PATIENCE_MS = 40; // a round trip longer than this earns one more request in the air
const WINDOW = 4;
const WAITING = 200; // intents kept while offline
const PRESSES = 100; // of arrow keys in one request
const BURST_MS = 700; // keys or slider moves closer than this are one step of undo

export class Conversation extends EventTarget {
  constructor({ slug, lang, first, carrier, kit }) {
    super();
    Object.assign(this, { slug, lang, carrier, kit });
    this.initial = first.state;
    this.reply = first;
    this.queue = [];
    this.flying = [];
    this.past = [];
    this.future = [];
    this.gesture = { name: null, time: 0 };
    this.trip = 0;
    this.serial = 0;
    carrier.addEventListener("up", () => this.pump());
  }

  get state() {
    return this.reply.state;
  }

  get idle() {
    return !this.queue.length && !this.flying.length;
  }

  /** The state once everything that waits is answered, as far as the browser can know it. */
  get intended() {
    const past = [...this.past];
    let future = [...this.future];
    return [...this.flying, ...this.queue].filter(({ peeks }) => !peeks).reduce((state, intent) => {
      const [from, to] = intent.travels === "past" ? [past, future] : [future, past];
      if (intent.travels && !from.length) return state;
      if (intent.travels) to.push(state);
      else {
        past.push(state);
        future = [];
      }
      return intent.travels ? from.pop() : after(state, intent);
    }, this.state);
  }

  /** Change parameters. */
  set(patch, options = {}) {
    return this.intend({ key: "set", patch: { ...patch }, ...options });
  }

  /** Do an action of the figure. */
  act(action, args = {}, options = {}) {
    return this.intend({ action, args, ...options });
  }

  /** Go to a whole state, from a link or from the past. */
  go(whole, options = {}) {
    return this.intend({ whole, ...options });
  }

  reset() {
    return this.go(this.initial, { gesture: "reset" });
  }

  undo() {
    return this.intend({ travels: "past" });
  }

  redo() {
    return this.intend({ travels: "future" });
  }

  /** Ask what an action would lead to from a state, without going there. */
  peek(whole, action, args) {
    return this.intend({ whole, action, args, peeks: true });
  }

  /** The present state as a Python program. */
  async program() {
    const { python } = await this.intend({ whole: this.intended, python: true, peeks: true });
    return python;
  }

  /** What comes next is one step of undo: remember where it began. */
  mark() {
    this.past.push(this.state);
    this.future = [];
    this.gesture = { name: null, time: 0 };
  }

  /** Queue an intent; the promise is the reply to it, or to the newer one that replaced it. */
  intend(intent) {
    return new Promise((resolve, reject) => {
      const wish = { ...intent, serial: ++this.serial, settle: [{ resolve, reject }] };
      const older = this.replacedBy(wish);
      if (older) {
        wish.settle.unshift(...older.settle);
        if (wish.patch) wish.patch = { ...older.patch, ...wish.patch };
        if (wish.args?.by) wish.args = { ...wish.args, by: sum(older.args.by, wish.args.by) };
        this.queue = this.queue.filter((other) => other !== older);
      }
      if (this.queue.length >= WAITING) this.refuse(wish, new Error("too-many"));
      else this.queue.push(wish);
      this.pump();
    });
  }

  /** The waiting intent that a new one takes the place of: the last one, or with two fingers the last but one. */
  replacedBy({ key, args, replaces }) {
    const at = key ? this.queue.findLastIndex((other) => other.key === key) : -1;
    const older = this.queue[at];
    if (!older || !this.queue.slice(at + 1).every((other) => replaces && other.replaces)) return null;
    if (args?.by && sum(older.args.by, args.by).some((by) => Math.abs(by) > PRESSES)) return null;
    return older;
  }

  /** Send what may be sent. */
  pump() {
    while (this.queue.length && this.carrier.up && this.mayFly(this.queue[0])) this.send(this.queue.shift());
  }

  mayFly(intent) {
    if (!this.flying.length) return true;
    const window = Math.min(WINDOW, 1 + Math.floor(this.trip / PATIENCE_MS));
    return Boolean(intent.replaces) && this.flying.length < window
      && this.flying.every((other) => other.key === intent.key);
  }

  async send(intent) {
    if (intent.travels) { // only now is it known where it leads: what came before it belongs to the past
      intent.whole = this[intent.travels].at(-1);
      if (!intent.whole) {
        intent.settle.forEach(({ resolve }) => resolve(this.reply));
        return;
      }
    }
    this.flying.push(intent);
    const { action, args, python } = intent;
    const start = performance.now();
    try {
      const request = { figure: this.slug, lang: this.lang, state: after(this.state, intent) };
      if (action) Object.assign(request, { action, args });
      if (python) request.python = true;
      const reply = await this.carrier.ask(request);
      this.trip = 0.8 * this.trip + 0.2 * (performance.now() - start);
      this.flying = this.flying.filter((other) => other !== intent);
      this.accept(intent, reply);
      intent.settle.forEach(({ resolve }) => resolve(reply));
    } catch (error) {
      this.flying = this.flying.filter((other) => other !== intent);
      if (error.lost) this.putBack(intent);
      else this.refuse(intent, error);
    }
    this.pump();
  }

  accept(intent, reply) {
    if (intent.peeks || reply.skipped) return; // skipped: a newer drag has overtaken this one
    const before = this.state;
    this.reply = reply;
    if (intent.travels) this.stepped(intent, before);
    else if (!intent.passing && !same(before, reply.state)) this.remember(intent, before);
    this.dispatchEvent(new CustomEvent("frame", { detail: reply }));
  }

  /** A step of undo or redo is done: it leads from one stack to the other. */
  stepped({ travels, whole }, before) {
    const from = this[travels];
    from.length = Math.max(0, from.lastIndexOf(whole));
    (travels === "past" ? this.future : this.past).push(before);
    this.gesture = { name: null, time: 0 };
  }

  remember({ gesture, key, action }, before) {
    const name = gesture ?? key ?? action;
    const now = performance.now();
    const continues = name === this.gesture.name && (name.startsWith("drag") || now - this.gesture.time < BURST_MS);
    this.gesture = { name, time: now };
    if (!continues) this.past.push(before);
    this.future = [];
  }

  /** A socket that drops loses nothing: the function is pure, so asking again is safe. */
  putBack(intent) {
    const next = this.queue[0];
    if (!next || !intent.replaces || next.key !== intent.key) {
      this.queue.unshift(intent);
      return;
    }
    const [older, newer] = next.serial < intent.serial ? [next, intent] : [intent, next];
    newer.settle.unshift(...older.settle);
    this.queue[0] = newer;
  }

  refuse(intent, { message }) {
    const sentence = this.kit[message] ?? message; // the carrier's refusals are keys of the catalogue
    this.dispatchEvent(new CustomEvent("refusal", { detail: sentence }));
    intent.settle.forEach(({ reject }) => reject(new Error(sentence)));
  }

  /** A frame that nobody asked for: a notebook's cell has changed the figure. */
  receive(reply) {
    this.accept({ gesture: "elsewhere" }, reply);
  }
}

/** The state that an intent asks with: a whole one, or changes to the present one. */
const after = (state, { whole, patch }) => whole ?? { ...state, ...patch };

const sum = (a, b) => a.map((x, i) => x + b[i]);

export const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
