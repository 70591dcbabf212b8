// What carries requests to the function and replies back; a subclass says how a request is posted.

const REPLY_WITHIN_MS = 10000;
// After a long silence, a sleep of the computer perhaps, a line is trusted less.
const SILENCE_MS = 60000;
const FIRST_WITHIN_MS = 2000;

/** The line broke before the reply came; the function is pure, so asking again is safe. */
export class Lost extends Error {
  lost = true;
}

export class Carrier extends EventTarget {
  up = false;
  seq = 0;
  waiting = new Map();
  heard = Date.now(); // this clock goes on while the computer sleeps

  /** Send a request; the promise is its reply, an Error with the sentence of the refusal, or Lost. */
  ask(request) {
    return new Promise((resolve, reject) => {
      const seq = ++this.seq;
      this.post({ ...request, seq }); // first: what cannot be posted must not be waited for
      // A line may die without a word: no reply for so long means that it has.
      const silent = Date.now() - this.heard > SILENCE_MS;
      const timer = setTimeout(() => this.lose(), silent ? FIRST_WITHIN_MS : REPLY_WITHIN_MS);
      this.waiting.set(seq, { resolve, reject, timer });
    });
  }

  hear(reply) {
    this.heard = Date.now();
    const asked = this.waiting.get(reply.seq);
    if (!asked) return;
    this.waiting.delete(reply.seq);
    clearTimeout(asked.timer);
    if (reply.error) asked.reject(new Error(reply.error));
    else asked.resolve(reply);
  }

  open() {
    this.up = true;
    this.heard = Date.now();
    this.dispatchEvent(new Event("up"));
  }

  lose() {
    this.up = false;
    const lost = [...this.waiting.values()];
    this.waiting.clear();
    for (const { reject, timer } of lost) {
      clearTimeout(timer);
      reject(new Lost());
    }
    this.dispatchEvent(new Event("down"));
  }
}
