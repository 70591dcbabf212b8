// The page around the figures: the theme, the table of contents that follows the reader,
// and boxes that scroll sideways and so must be reachable by keyboard.

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

// The current section is the last one whose heading has passed the upper third of the window.
const links = [...document.querySelectorAll(".toc a")];
const headings = links.map((link) => document.getElementById(link.hash.slice(1)));

function follow() {
  const passed = headings.filter((heading) => heading.getBoundingClientRect().top < innerHeight / 3);
  links.forEach((link, i) => {
    if (i === passed.length - 1) link.setAttribute("aria-current", "location");
    else link.removeAttribute("aria-current");
  });
}

const crossing = new IntersectionObserver(follow, { rootMargin: "0px 0px -66% 0px" });
headings.forEach((heading) => crossing.observe(heading));

// A box that is wider than the page is scrolled with the arrow keys, so it must take the focus.
const boxes = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    if (target.scrollWidth > target.clientWidth) target.tabIndex = 0;
    else target.removeAttribute("tabindex");
  }
});
document.querySelectorAll(".formula, .table, pre").forEach((box) => boxes.observe(box));
