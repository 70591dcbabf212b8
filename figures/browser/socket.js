// One WebSocket for all figures of a page, opened at first need and kept open.

import { Carrier } from "./carrier.js";

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5000;
const OPEN_WITHIN_MS = 5000;
const RESTART = 1012; // the close code of a server that ends: another one is there, or soon will be

const LONGEST = 64 * 1024; // bytes; whoever sends more loses the line, and would ask again for ever

/** JSON would make null of NaN, and the refusal would speak of something that nobody has said. */
const named = (_, value) => (typeof value === "number" && !Number.isFinite(value) ? String(value) : value);

class Socket extends Carrier {
  wait = FIRST_WAIT_MS;

  constructor(url) {
    super();
    this.url = url;
    addEventListener("online", () => this.hurry());
    // Some browsers keep no page with an open socket for the way back; one that is kept comes back as it was left.
    addEventListener("pagehide", () => this.part());
    addEventListener("pageshow", () => this.hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.hurry());
    this.connect();
  }

  connect() {
    const socket = (this.socket = new WebSocket(this.url));
    this.timer = setTimeout(() => this.lose(), OPEN_WITHIN_MS); // a try that is not even refused ends, too
    socket.onopen = () => {
      clearTimeout(this.timer);
      this.wait = FIRST_WAIT_MS;
      this.open();
    };
    socket.onmessage = ({ data }) => this.hear(JSON.parse(data));
    socket.onclose = ({ code }) => this.lose(code);
  }

  post(request) {
    const text = JSON.stringify(request, named);
    if (new TextEncoder().encode(text).length > LONGEST) throw new Error("too-long");
    this.socket.send(text);
  }

  lose(code) {
    if (!this.socket) return;
    this.socket.onclose = null;
    clearTimeout(this.timer);
    this.socket.close();
    this.socket = null;
    super.lose();
    // Three hundred readers that lose one server must not all return in the same instant.
    const share = code === RESTART ? Math.random() : 0.5 + Math.random();
    this.timer = setTimeout(() => this.connect(), this.wait * share);
    this.wait = Math.min(2 * this.wait, LONGEST_WAIT_MS);
  }

  /** Close without trying again: the page is left. */
  part() {
    this.lose();
    clearTimeout(this.timer);
  }

  /** Something says that the line may be back. */
  hurry() {
    if (this.socket) return;
    clearTimeout(this.timer);
    this.connect();
  }
}

let shared;

export function pageSocket() {
  shared ??= new Socket(new URL("/live", location.href.replace(/^http/, "ws")));
  return shared;
}
