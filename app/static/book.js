// The page around the figures: the theme, the table of contents that follows the reader,
// and boxes that scroll sideways and so must be reachable by keyboard.

import { progress } from "./progress.js";

const root = document.documentElement;

// The reader's choice of theme; an empty one leaves it to the system.
function useTheme(theme) {
  if (theme) root.dataset.theme = theme;
  else delete root.dataset.theme;
}

// Storage may be refused (a private window, a frame); the switch then works for this page alone.
const stored = {
  get() { try { return localStorage.getItem("theme") ?? ""; } catch { return ""; } },
  set(theme) { try { localStorage.setItem("theme", theme); } catch { /* see above */ } },
};

useTheme(stored.get());
const choice = document.getElementById("theme");
if (choice) {
  choice.value = stored.get();
  choice.addEventListener("change", () => { useTheme(choice.value); stored.set(choice.value); });
}

// The current section is the last one whose heading has passed the upper third of the window:
// the observed area is everything above that line, however far up.
const links = [...document.querySelectorAll(".toc a")];
const passed = new Set();
const crossing = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (isIntersecting) passed.add(target.id);
    else passed.delete(target.id);
  }
  links.forEach((link, i) => {
    if (i === passed.size - 1) link.setAttribute("aria-current", "location");
    else link.removeAttribute("aria-current");
  });
  if (passed.size) progress.readTo(location.pathname + links[passed.size - 1].hash);
}, { rootMargin: "1000000px 0px -66% 0px" });
links.forEach((link) => crossing.observe(document.getElementById(link.hash.slice(1))));

// A box that is wider than the page is scrolled with the arrow keys, so it must take the focus.
const boxes = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    if (target.scrollWidth > target.clientWidth) target.tabIndex = 0;
    else target.removeAttribute("tabindex");
  }
});
document.querySelectorAll(".formula, .table, pre").forEach((box) => boxes.observe(box));

// Paper cannot be clicked: the style sheet prints these addresses, which the page cannot know beforehand.
document.querySelectorAll("a.address").forEach((link) => (link.dataset.address = link.href));
