// What carries requests to the function and replies back; a subclass says how a request is posted.

const REPLY_WITHIN_MS = 10000;

/** The line broke before the reply came; the function is pure, so asking again is safe. */
export class Lost extends Error {
  lost = true;
}

export class Carrier extends EventTarget {
  up = false;
  seq = 0;
  waiting = new Map();

  /** Send a request; the promise is its reply, an Error with the sentence of the refusal, or Lost. */
  ask(request) {
    return new Promise((resolve, reject) => {
      const seq = ++this.seq;
      this.post({ ...request, seq }); // first: what cannot be posted must not be waited for
      // A line may die without a word: no reply for so long means that it has.
      const timer = setTimeout(() => this.lose(), REPLY_WITHIN_MS);
      this.waiting.set(seq, { resolve, reject, timer });
    });
  }

  hear(reply) {
    const asked = this.waiting.get(reply.seq);
    if (!asked) return;
    this.waiting.delete(reply.seq);
    clearTimeout(asked.timer);
    if (reply.error) asked.reject(new Error(reply.error));
    else asked.resolve(reply);
  }

  open() {
    this.up = true;
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
