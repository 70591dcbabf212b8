// Questions and predictions: the reader commits to an answer, and the explanation of that answer opens.

import { progress } from "./progress.js";

class Asking {
  constructor(form) {
    this.form = form;
    this.answers = form.querySelector(".answers");
    this.reasons = [...form.querySelectorAll(".why")];
    this.scale = form.querySelector("input[type=range]");
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      progress.answer(form.id, new FormData(form).get("answer"));
      if (this.right || this.predicts) progress.finish(form.id);
    });
    this.scale?.addEventListener("input", () => this.measure());
    form.querySelector(".show")?.addEventListener("click", ({ currentTarget }) => show(currentTarget));
    progress.addEventListener("change", () => this.restore());
    this.restored = null; // not undefined, which is "no answer yet"
    this.restore();
  }

  get predicts() {
    return this.form.dataset.ask === "prediction";
  }

  get given() {
    return progress.answers.get(this.form.id);
  }

  /** The explanation of the given answer: of an estimate, that of its stretch of the scale. */
  get reason() {
    if (this.given === undefined) return undefined;
    return this.scale
      ? this.reasons.find(({ dataset }) => Number(this.given) < Number(dataset.answer)) ?? this.reasons.at(-1)
      : this.reasons.find(({ dataset }) => dataset.answer === this.given);
  }

  get right() {
    return this.reason?.dataset.right === "true";
  }

  restore() {
    const { given, form, reason } = this;
    if (given === this.restored) return; // something else of the progress has changed
    this.restored = given;
    const known = reason !== undefined;
    this.answers.hidden = !known;
    this.answers.open = known;
    form.querySelector(".commit .right").hidden = !known || !this.right;
    form.querySelector(".commit .wrong").hidden = !known || this.right;
    // A prediction is compared with the truth at once.  A question may be tried again, until it is right.
    for (const why of this.reasons) {
      why.hidden = !(why === reason || this.right && !this.predicts || this.predicts && why.dataset.right === "true");
    }
    if (known) form.elements.answer.value = given;
    else form.reset();
    if (this.scale) this.measure();
    // One commits to a prediction once, or it would be none.
    for (const control of form.querySelectorAll("input, button")) control.disabled = known && this.predicts;
  }

  measure() {
    const unit = this.scale.nextElementSibling.lastChild.textContent;
    this.scale.nextElementSibling.firstElementChild.textContent = this.scale.value;
    this.scale.setAttribute("aria-valuetext", `${this.scale.value}${unit}`);
  }
}

/** Take the figure to the state in which the answer can be seen; the link itself leads to the figure. */
function show({ dataset }) {
  document.getElementById(dataset.figure).querySelector("live-figure").set?.(JSON.parse(dataset.state));
}

document.querySelectorAll("form[data-ask]").forEach((form) => new Asking(form));
