// The contents page: how much is done in each chapter, where reading stopped, and the reader's file.

import { progress } from "./progress.js";

const desk = document.getElementById("desk");
const message = desk.querySelector("[role=status]");
const sure = desk.querySelector("dialog");
const pages = [...document.querySelectorAll(".entry a")].map(({ pathname }) => pathname);

function refresh() {
  for (const entry of document.querySelectorAll("[data-items]")) {
    const done = entry.dataset.items.split(" ").filter((id) => progress.done.has(id)).length;
    entry.querySelector(".count").textContent = done;
  }
  const link = document.querySelector(".resume a");
  link.href = progress.place; // a file may name a page that this book does not have
  link.parentElement.hidden = !progress.place || !pages.includes(link.pathname);
}

/** Show one of the sentences that the page holds ready, with a reason. */
function tell(name, reason = "") {
  message.textContent = message.dataset[name].replace("{reason}", reason);
}

const acts = {
  save() {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([progress.text], { type: "application/json" }));
    link.download = "progress.json";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // the browser reads it after the click
  },
  ask: () => sure.showModal(),
  keep: () => sure.close(),
  clear() {
    sure.close();
    progress.clear();
    tell("cleared");
  },
};

desk.addEventListener("click", ({ target }) => acts[target.dataset.act]?.());
desk.querySelector("input[type=file]").addEventListener("change", async ({ target }) => {
  const [file] = target.files;
  if (!file) return;
  try {
    if (file.size > 1_000_000) throw new Error("it is too long");
    progress.add(await file.text());
    tell("added");
  } catch (error) {
    tell("refused", error.message);
  }
  target.value = ""; // so that the same file can be chosen again
});

progress.addEventListener("change", refresh);
document.querySelectorAll(".ledger, #desk").forEach((part) => (part.hidden = false));
refresh();
