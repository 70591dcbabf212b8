// <live-figure name="forward-pass">: a figure of the book.  Still until it comes near, then alive.

import { decode, encode } from "./link.js";
import { watchTerms } from "./terms.js";

// What only a living figure needs is loaded when the first one wakes.
const kit = () => Promise.all([import("./picture.js"), import("./shell.js"), import("./socket.js")]);

const NEAR = "400px"; // a figure wakes when it is this close to the window

class LiveFigure extends HTMLElement {
  constructor() {
    super();
    this.ready = new Promise((resolve) => (this.awake = resolve));
  }

  connectedCallback() {
    if (this.begun) return;
    this.begun = true;
    this.name = this.getAttribute("name");
    const near = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) this.wake();
    }, { rootMargin: NEAR });
    const called = () => {
      if (!location.hash.slice(1).split("&").some((text) => text.startsWith(`${this.name}=`))) return;
      this.wake();
      this.scrollIntoView();
    };
    this.near = near;
    near.observe(this);
    addEventListener("hashchange", called);
    called();
  }

  get status() {
    return this.dataset.status;
  }

  get state() {
    return structuredClone(this.shell?.talk.state);
  }

  get readouts() {
    return structuredClone(this.shell?.talk.reply.readouts);
  }

  get tasks() {
    return structuredClone(this.shell?.talk.reply.tasks);
  }

  async set(patch) {
    await this.ready;
    await this.shell.talk.set(patch, { key: null, gesture: "script" });
  }

  async act(action, args = {}) {
    await this.ready;
    await this.shell.talk.act(action, args);
  }

  async reset() {
    await this.ready;
    await this.shell.talk.reset();
  }

  async wake() {
    if (this.woken) return;
    this.woken = true;
    this.near.disconnect();
    const failed = this.querySelector(".message");
    const fail = () => {
      this.dataset.status = "error";
      failed.hidden = false;
      this.append(failed);
    };
    try {
      const { bokeh: json, spec, first, version } = await again(() => read(`/figures/${this.name}.${this.lang}.json`));
      const modules = await again(kit, fail);
      await again(modules[0].bokeh, fail); // until it is here the still picture stays
      await this.draw(modules, json, spec, first, version);
    } catch (error) {
      fail();
      console.warn(error);
    }
  }

  async draw([{ Picture }, { Shell, frameWork, placeIn }, { pageSocket }], json, spec, first, version) {
    const parts = frameWork(this, spec);
    const picture = await Picture.draw(json, placeIn(parts));
    const carrier = pageSocket();
    const link = (state) => this.copy(encode(this.name, version, state), spec);
    this.shell = new Shell({ parts, picture, spec, first, carrier, lang: this.lang, link });
    this.picture = picture;
    const repaint = () => picture.repaint(this);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", repaint);
    new MutationObserver(repaint).observe(document.documentElement, { attributeFilter: ["data-theme"] });
    carrier.addEventListener("up", () => this.online());
    carrier.addEventListener("down", () => this.offline(spec));
    if (carrier.up) this.online();
    await this.open(spec, version);
    addEventListener("hashchange", () => this.open(spec, version));
    this.awake();
  }

  /** Show the state that the address holds for this figure, if it holds one. */
  async open({ kit }, version) {
    let reason;
    try {
      const state = decode(location.hash, this.name, version);
      if (state) await this.shell.talk.go(state, { gesture: "link" });
      return;
    } catch (error) {
      reason = kit[error.message] ?? error.message;
    }
    this.shell.tell(kit["broken-link"].replace("{reason}", () => reason));
  }

  async copy(hash, { kit }) {
    history.replaceState(null, "", hash);
    const { copied } = await import("./shell.js");
    this.shell.tell(kit[await copied(location.href) ? "linked" : "link-shown"], "good");
  }

  online() {
    this.dataset.status = "live";
    this.shell.warn("");
  }

  offline({ kit }) {
    this.dataset.status = "offline";
    this.shell.warn(kit.offline);
  }

  emphasise(term) {
    const has = this.picture?.terms.some((layer) => layer.term === term);
    if (has) this.dataset.emphasis = term;
    else delete this.dataset.emphasis;
    this.picture?.emphasise(has ? term : null);
  }
}

/** The document of a figure; whatever another try may mend is a TypeError, as the network's own errors are. */
async function read(url) {
  const response = await fetch(url);
  if (response.status === 404) throw new Error(`${url} is not there`);
  if (!response.ok) throw new TypeError(`${url} came with ${response.status}`);
  return response.json().catch(() => {
    throw new TypeError(`${url} was cut`);
  });
}

/** Try until it works: a page that was opened while the server restarts wakes when the server is back. */
async function again(get, fail) {
  for (let wait = 500; ; wait = Math.min(2 * wait, 8000)) {
    try {
      return await get();
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      console.info(error);
    }
    fail?.();
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

customElements.define("live-figure", LiveFigure);
watchTerms();
