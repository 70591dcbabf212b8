// The numbers under the picture.  A row that has a line in the picture carries a sample of it: the legend.

const MINUS = "\u2212";
const THOUSANDS = /\d(?=(\d{3})+(\.|$))/g; // the digits that a thin space follows

export function format(value, digits) {
  if (value === undefined) return "–";
  if (value !== 0 && Math.abs(value) < 1e-6) return value.toExponential(0).replaceAll("-", MINUS);
  const text = value.toFixed(digits);
  if (Math.abs(value) >= 1e4) return text.replace(THOUSANDS, "$&\u202f").replace("-", MINUS);
  return (Number(text) === 0 ? text.replace("-", "") : text).replace("-", MINUS);
}

const SVG = "http://www.w3.org/2000/svg";
const MARKS = { diamond: "M17 0 L24 7 L17 14 L10 7 Z", bar: "M2 3 H32 V11 H2 Z" };

/** A short line, or the mark, as the layer draws it: its colour, dash, width and head. */
function sample({ role, dash, width, curved, head, marker }) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 34 14");
  svg.setAttribute("aria-hidden", "true");
  svg.classList.add("sample");
  svg.style.setProperty("--role", `var(--${role})`);
  if (marker) {
    const mark = document.createElementNS(SVG, "path");
    mark.setAttribute("d", MARKS[marker]);
    svg.append(mark);
    return svg;
  }
  const line = document.createElementNS(SVG, "path");
  line.setAttribute("d", curved ? "M2 11 C8 2 20 2 27 8" : "M1 7 H26");
  line.setAttribute("stroke-width", width);
  if (Array.isArray(dash)) line.setAttribute("stroke-dasharray", dash.join(" "));
  const tip = document.createElementNS(SVG, "path");
  const open = head === "open";
  tip.setAttribute("d", curved ? "M31 12 L23 9 L28 4 Z" : open ? "M25 2 L33 7 L25 12" : "M25 2 L33 7 L25 12 Z");
  tip.setAttribute("class", open ? "open" : "");
  svg.append(line);
  if (head !== "none") svg.append(tip);
  return svg;
}

export class Readouts {
  constructor(list, rows) {
    this.cells = rows.flatMap((row) => {
      const term = document.createElement("dt");
      const value = document.createElement("dd");
      if (row.role) term.append(sample(row));
      term.append(row.label);
      if (row.term) {
        term.dataset.term = row.term;
        term.tabIndex = 0;
      }
      const cells = row.keys.map((key) => {
        const cell = document.createElement("span");
        cell.dataset.readout = key;
        return { key, cell, digits: row.digits };
      });
      value.append(...cells.flatMap(({ cell }, i) => (i ? [", ", cell] : [cell])));
      if (cells.length > 1) {
        value.prepend("(");
        value.append(")");
      }
      if (row.unit) {
        const unit = document.createElement("span");
        unit.className = "unit";
        unit.textContent = `\u00a0${row.unit}`;
        value.append(unit);
      }
      list.append(term, value);
      return cells;
    });
  }

  show(readouts) {
    for (const { key, cell, digits } of this.cells) cell.textContent = format(readouts[key], digits);
  }
}
