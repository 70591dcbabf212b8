// What the reader has done, kept in this browser and nowhere else: tasks, questions, predictions, the place.
//
// Stored and exported as one JSON text: {"version": 1, "done": [ids], "answers": {id: answer}, "place": "/…"}.
// A task is called "forward-pass/walk-to-tip", a question or a prediction by its name.

const KEY = "progress";
const VERSION = 1;
const LONGEST = 100_000; // characters of a text that is read at all
const MOST = 2000;       // entries of each list
const ID = /^[a-z0-9-]{1,60}(\/[a-z0-9-]{1,60})?$/;
const ANSWER = /^-?\d{1,9}(\.\d{1,9})?$/;
const PLACE = /^(\/[a-z0-9-]{1,60}){1,3}\/(#[a-z0-9-]{1,60})?$/; // an address of the book, never of another site

class Progress extends EventTarget {
  constructor() {
    super();
    this.load();
    addEventListener("storage", ({ key }) => key === KEY && this.load()); // another tab wrote
  }

  load() {
    let stored = null;
    try {
      stored = localStorage.getItem(KEY);
      Object.assign(this, stored ? parse(stored) : empty());
    } catch {
      Object.assign(this, empty()); // storage is refused, or holds what this version does not read
    }
    this.dispatchEvent(new Event("change"));
  }

  save() {
    try {
      localStorage.setItem(KEY, this.text);
    } catch {
      // a private window: progress lasts as long as the page
    }
    this.dispatchEvent(new Event("change"));
  }

  get text() {
    return written(this);
  }

  finish(id) {
    if (this.done.has(id)) return;
    this.done.add(id);
    this.save();
  }

  answer(id, answer) {
    this.answers.set(id, answer);
    this.save();
  }

  readTo(place) {
    if (place === this.place || !PLACE.test(place)) return;
    this.place = place;
    this.save();
  }

  /** Add what a file holds; throws an Error with one sentence when it is no progress of this book. */
  add(text) {
    const { done, answers, place } = parse(text);
    const all = {
      done: new Set([...this.done, ...done]),
      answers: new Map([...this.answers, ...answers]),
      place: place || this.place,
    };
    if (all.done.size > MOST || all.answers.size > MOST || written(all).length > LONGEST) {
      throw new Error("together with yours it is too long"); // and could not be read the next time
    }
    Object.assign(this, all);
    this.save();
  }

  clear() {
    Object.assign(this, empty());
    this.save();
  }
}

const written = ({ done, answers, place }) => JSON.stringify(
  { version: VERSION, done: [...done], answers: Object.fromEntries(answers), place });

const empty = () => ({ done: new Set(), answers: new Map(), place: "" });

/** The progress in a text that may come from anywhere; everything in it is checked before anything is used. */
function parse(text) {
  const refuse = (reason) => {
    throw new Error(reason);
  };
  if (text.length > LONGEST) refuse("it is too long");
  let told;
  try {
    told = JSON.parse(text);
  } catch {
    refuse("it is not JSON");
  }
  const keys = told && typeof told === "object" ? Object.keys(told) : [];
  if (keys.sort().join() !== "answers,done,place,version") refuse("it is not a record of progress");
  if (told.version !== VERSION) refuse("it is of another version of the book");
  const { done, answers, place } = told;
  const isList = (list) => Array.isArray(list) && list.length <= MOST;
  if (!isList(done) || !done.every((id) => matches(id, ID))) refuse("its list of what is done is damaged");
  const pairs = answers && typeof answers === "object" && !Array.isArray(answers) ? Object.entries(answers) : null;
  if (!isList(pairs) || !pairs.every(([id, answer]) => matches(id, ID) && matches(answer, ANSWER))) {
    refuse("its answers are damaged");
  }
  if (place !== "" && !matches(place, PLACE)) refuse("its place is not in the book");
  return { done: new Set(done), answers: new Map(pairs), place };
}

const matches = (text, pattern) => typeof text === "string" && pattern.test(text);

export const progress = new Progress();

// Tasks: a figure says with every frame which of its tasks are done; a tick, once made, stays.
const tasks = [...document.querySelectorAll("[data-figure] [data-task]")];
const called = (item) => `${item.closest("[data-figure]").dataset.figure}/${item.dataset.task}`;

function tick() {
  for (const item of tasks) item.dataset.done = progress.done.has(called(item));
}

document.addEventListener("live-frame", ({ target, detail }) => {
  for (const [task, done] of Object.entries(detail.tasks)) if (done) progress.finish(`${target.name}/${task}`);
});
progress.addEventListener("change", tick);
tick();
