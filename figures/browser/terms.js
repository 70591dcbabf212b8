// Terms: pointing at a symbol, a legend entry or a word marks it everywhere and thickens its arrows.

let pinned = null; // a tapped term stays until the next tap elsewhere

const term = (target) => target.closest?.("[data-term]")?.dataset.term ?? null;

function emphasise(name) {
  for (const element of document.querySelectorAll("[data-term]")) {
    element.classList.toggle("emphasised", element.dataset.term === name);
  }
  for (const figure of document.querySelectorAll("live-figure")) figure.emphasise?.(name);
}

const point = (name) => emphasise(name ?? pinned);

export function watchTerms() {
  document.addEventListener("pointerover", ({ target, pointerType }) => pointerType === "touch" || point(term(target)));
  document.addEventListener("focusin", ({ target }) => point(term(target)));
  document.addEventListener("focusout", () => point(null));
  document.addEventListener("click", ({ target }) => {
    const name = term(target);
    if (name === null && pinned === null) return;
    pinned = name === pinned ? null : name;
    emphasise(pinned);
  });
  document.addEventListener("keydown", ({ key, target }) => {
    if (key === "Escape" && pinned !== null) emphasise((pinned = null));
    if ((key === "Enter" || key === " ") && target.matches("[data-term]")) target.click();
  });
}
