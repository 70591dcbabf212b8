// A figure that moves: plays the samples that the server computes, and asks for more in time.
//
// Time is a function, too: a sample holds the state to go on from and the parts of the picture that
// change.  Nothing is computed here but which sample belongs to this instant.

const CHUNK_S = 0.15; // of the display's time that one request covers
const LEAD_S = 0.35; // of the display's time that should lie ahead
const RATE = 75; // samples a second of the display's time: a little more than it shows, so that no frame repeats one
const SPEEDS = [0.25, 0.5, 1, 2, 4];

export class Player {
  constructor({ parts, spec, talk, show, make }) {
    Object.assign(this, { spec, talk, show });
    this.kept = new Map(spec.moving.kept);
    this.controls(parts, make);
    this.restart();
    talk.addEventListener("frame", ({ detail }) => this.follow(detail));
  }

  controls(parts, make) {
    const { kit } = this.spec;
    const bar = make("div", "transport", null, { role: "group", "aria-label": kit.time });
    const button = (key, act) => {
      const element = make("button", "tool", bar, { type: "button" });
      element.textContent = kit[key];
      element.addEventListener("click", act);
      return element;
    };
    this.button = button("release", () => (this.playing ? this.pause() : this.play()));
    this.button.classList.add("main");
    button("step", () => this.step());
    button("restart", () => {
      this.pause();
      this.talk.act("again").catch(() => {});
    });
    const speed = make("label", "speed", bar);
    speed.append(kit.speed);
    this.speed = make("select", "", speed);
    for (const value of SPEEDS) {
      const option = make("option", "", this.speed, { value });
      option.textContent = `${{ 0.25: "¼", 0.5: "½" }[value] ?? value}×`;
      option.selected = value === 1;
    }
    const scrub = make("label", "scrub", bar);
    scrub.append(kit.scrub);
    this.scrub = make("input", "", scrub, { type: "range", min: 0, max: 0, step: "any", value: 0 });
    this.scrub.addEventListener("input", () => {
      this.playing = false;
      this.name();
      this.seek(Number(this.scrub.value));
    });
    this.scrub.addEventListener("change", () => this.describe().catch(() => {}));
    parts.panel.prepend(bar);
  }

  /** The button says what it will do. */
  name() {
    const { pause, release, resume } = this.spec.kit;
    this.button.textContent = this.playing ? pause : this.talk.state.time ? resume : release;
  }

  /** Forget what has been; the next sample follows on the frame that is shown. */
  restart() {
    const { state } = this.talk;
    this.samples = [{ ...this.talk.reply, time: state.time }];
    this.cursor = 0;
    this.ahead = { state };
    this.asking = null;
    this.index();
  }

  /** Columns of all that has been, for the layers that keep it, so that a frame costs a slice. */
  index() {
    this.tracks = new Map([...this.kept.keys()].map((name) => [name, { x: [], y: [], counts: [] }]));
    this.samples.forEach((sample) => this.track(sample));
  }

  track({ layers }) {
    for (const [name, track] of this.tracks) {
      track.x.push(...layers[name].x);
      track.y.push(...layers[name].y);
      track.counts.push(track.x.length);
    }
  }

  /** A frame with the past of its curves. */
  withPast(layers) {
    const past = {};
    for (const [name, { x, y, counts }] of this.tracks) {
      const end = counts[this.cursor];
      const start = Math.max(0, end - this.kept.get(name));
      past[name] = { x: x.slice(start, end), y: y.slice(start, end) };
      if ("alpha" in layers[name]) past[name].alpha = past[name].x.map((_, k) => (k + 1) / (end - start));
    }
    return { ...layers, ...past };
  }

  /** The reader did something: what lay ahead is not true any more. */
  follow({ state }) {
    const here = ({ state: { time } }) => time === state.time;
    // While the answer flew, the picture may have moved on from where the reader did it.
    const cursor = here(this.samples[this.cursor]) ? this.cursor : this.samples.findLastIndex(here);
    if (state.time === 0 || cursor < 0) {
      this.playing = false;
      this.restart();
    } else {
      this.cursor = cursor;
      this.cut(state);
    }
    this.show(this.talk.reply);
    this.slide();
    this.name();
  }

  cut(state) {
    this.samples.length = this.cursor + 1;
    this.ahead = { state };
    this.asking = null;
    this.index();
  }

  play() {
    if (this.playing || this.ended) return;
    this.talk.mark();
    this.playing = true;
    this.name();
    this.clock = this.samples[this.cursor].time;
    this.last = null;
    this.ask();
    requestAnimationFrame((now) => this.tick(now));
  }

  /** Hold; one more question brings the whole frame, with its words, of the state that is held. */
  pause() {
    if (!this.playing) return;
    this.playing = false;
    this.name();
    this.talk.go(this.ended ? this.ahead.state : this.talk.state, { passing: true }).catch(() => {});
  }

  /** Say in words what the reader has scrubbed to; what lies ahead of it stays. */
  async describe() {
    const sample = this.samples[this.cursor];
    const { says } = await this.talk.peek(sample.state);
    if (this.playing || sample !== this.samples[this.cursor]) return;
    this.talk.reply = { ...this.talk.reply, says };
    this.show({ ...sample, says });
  }

  async step() {
    this.pause();
    this.talk.mark();
    if (this.cursor < this.samples.length - 1) this.cut(this.talk.state);
    await this.ask({ seconds: 0, samples: 1 });
    this.seek(Infinity);
    this.talk.go(this.talk.state, { passing: true }).catch(() => {});
  }

  get ended() {
    return this.ahead.over && this.cursor === this.samples.length - 1;
  }

  tick(now) {
    if (!this.playing) return;
    const speed = Number(this.speed.value);
    const end = this.samples.at(-1).time;
    // While the next samples are late the clock waits: the motion slows, it does not jump.
    if (this.last !== null) this.clock = Math.min(end, this.clock + (speed * Math.min(now - this.last, 100)) / 1000);
    this.last = now;
    this.seek(this.clock);
    if (end - this.clock < LEAD_S * speed) this.ask();
    if (this.ended) this.pause();
    // Bokeh asks for its paint a moment later; asked before ours, it comes in every frame, not every other.
    else setTimeout(() => requestAnimationFrame((next) => this.tick(next)));
  }

  /** Ask for what comes next, from where the last answer ended. */
  async ask(args = { seconds: CHUNK_S * Number(this.speed.value), samples: Math.round(CHUNK_S * RATE) }) {
    if (this.asking || this.ahead.over) return;
    const asking = (this.asking = {});
    try {
      const reply = await this.talk.peek(this.ahead.state, "advance", args);
      if (this.asking !== asking) return; // the reader has done something else meanwhile
      this.asking = null;
      const over = reply.samples.length === 0;
      this.ahead = { state: reply.state, over };
      if (!over) reply.samples.at(-1).says = reply.says;
      for (const sample of reply.samples) {
        this.samples.push(sample);
        this.track(sample);
      }
    } catch (error) {
      this.asking = null;
      this.pause();
    }
  }

  /** Show the last sample that is not after a time. */
  seek(time) {
    let k = this.cursor;
    while (k < this.samples.length - 1 && this.samples[k + 1].time <= time) k++;
    while (k > 0 && this.samples[k].time > time) k--;
    if (k === this.cursor) return;
    this.cursor = k;
    const sample = this.samples[k];
    this.talk.reply = { ...this.talk.reply, ...sample, handles: {}, samples: [] };
    this.show(sample);
    this.slide();
  }

  slide() {
    const { time } = this.samples[this.cursor];
    this.scrub.max = this.samples.at(-1).time;
    this.scrub.value = time;
    this.scrub.setAttribute("aria-valuetext", `${time.toFixed(2)} s`);
  }
}
