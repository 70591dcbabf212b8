// The Bokeh side of a figure: its document is drawn once, then only fed.

const SCRIPTS = ["bokeh.min.js", "bokeh-widgets.min.js"];

const missing = [...SCRIPTS];
let loading;

/** Bokeh, loaded once a page; what did not arrive is asked for again by the next call. */
export function bokeh() {
  loading ??= Promise.all(missing.map(load)).then(() => {
    window.Bokeh.logger.set_level("warn"); // set_log_level() would announce itself
    return window.Bokeh;
  }).catch((error) => {
    loading = null;
    throw error;
  });
  return loading;
}

/** Load a script from beside this module's folder; several keep their order and hold up nothing. */
function load(name) {
  return new Promise((resolve, reject) => {
    const src = new URL(`../bokeh/${name}`, import.meta.url).href;
    const script = Object.assign(document.createElement("script"), { src, async: false });
    script.onload = () => {
      if (missing[0] === name) missing.shift(); // one that came without the one before could not start
      resolve();
    };
    script.onerror = () => reject(new TypeError(`${src} did not arrive`));
    document.head.append(script);
  });
}

const ROOMY = 480; // px: in a narrower picture names shrink with the arrows
const SMALLEST = 11; // px, of a text

const tagged = (models, prefix) => models.flatMap((model) => (model.tags ?? [])
  .filter((tag) => typeof tag === "string" && tag.startsWith(prefix))
  .map((tag) => ({ model, tag: tag.slice(prefix.length) })));

export class Picture {
  /** Draw each root of a document into the element that `place(root)` gives for it. */
  static async draw(json, place) {
    const { embed } = await bokeh();
    const roots = new Map(json.roots.map((root) => [root.id, place(root.attributes)]));
    const [views] = await embed.embed_items({ figure: json },
      [{ docid: "figure", roots: Object.fromEntries(roots), root_ids: [...roots.keys()] }]);
    return new Picture([...views].map((view) => view.model), (model) => views.get_one(model));
  }

  /** `roots` are Bokeh models that are drawn already, `view` finds the view of each. */
  constructor(roots, view) {
    Object.assign(this, { roots, view, plots: [] });
    for (const root of roots) {
      if (root.type !== "Figure") continue;
      quicken(view(root));
      view(root).canvas_view.events_el.tabIndex = -1; // it has no name and no keys: Tab goes to the handles
      const plot = { root, el: view(root).el, texts: [...root.references()].flatMap(written) };
      this.plots.push(plot);
      new ResizeObserver(() => fit(plot)).observe(plot.el);
    }
    const models = [...new Set(roots.flatMap((root) => [...root.references()]))];
    this.inks = tagged(models, "ink:").map(({ model, tag }) => ({ model, ...split(tag) }));
    this.terms = tagged(models, "term:").filter(({ model }) => "line_width" in model)
      .map(({ model, tag }) => ({ model, term: tag, width: plain(model.line_width) }));
    this.sources = named(models, "ColumnDataSource");
    this.ranges = named(models, "Range1d");
  }

  /** Feed a frame; nothing is echoed back to a server. */
  feed({ layers, ranges }) {
    for (const [name, [start, end]] of Object.entries(ranges)) {
      const range = this.ranges.get(name);
      if (range.start !== start || range.end !== end) range.setv({ start, end });
    }
    for (const [name, columns] of Object.entries(layers)) {
      this.sources.get(name).setv({ data: columns }, { sync: false });
    }
  }

  /** Take every colour from the page's palette, and the size of text from its letters. */
  repaint(element) {
    this.plots.forEach(fit);
    const style = getComputedStyle(element);
    for (const { model, attribute, role } of this.inks) {
      const colour = style.getPropertyValue(`--${role}`).trim();
      if (colour) assign(model, attribute, colour);
    }
    for (const source of this.sources.values()) source.change.emit();
  }

  /** Thicken the layers of a term, or of none. */
  emphasise(term) {
    for (const layer of this.terms) {
      assign(layer.model, "line_width", layer.term === term ? 2.2 * layer.width : layer.width);
    }
  }
}

/** Break two habits of Bokeh's that cost a figure half of its frames. */
function quicken(plot) {
  // Bokeh lets a sixtieth of a second pass between two paints, by a timer that misses every other frame.
  let asked = null;
  plot.throttled_paint = () => (asked ??= new Promise((resolve) => requestAnimationFrame(() => {
    asked = null;
    if (!plot.is_destroyed) plot.repaint();
    resolve();
  })));
  // At every paint it moves an empty element along with each layer, and after each move the browser
  // computes styles anew before it draws the next text.
  for (const layer of plot.computed_renderer_views) layer.update_position = () => {};
}

/** The texts of a model: the attributes that hold a size, and the size. */
const written = (model) => Object.keys(model.attributes).filter((name) => name.endsWith("text_font_size"))
  .map((attribute) => ({ model, attribute, size: parseFloat(plain(model[attribute])) }));

/** Text grows with the page's letters; in a picture to scale it must not be too wide for what it names. */
function fit({ root, el, texts }) {
  const page = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
  const scale = root.tags.includes("metric") ? Math.min(page, el.clientWidth / ROOMY) : page;
  for (const { model, attribute, size } of texts) {
    assign(model, attribute, `${Math.max(SMALLEST, Math.round(size * scale))}px`);
  }
}

const split = (tag) => {
  const [attribute, role] = tag.split("=");
  return { attribute, role };
};

const named = (models, type) => new Map(models.filter((model) => model.type === type && model.name)
  .map((model) => [model.name, model]));

// A property of a glyph may be a plain value or a {value: …} that could also name a column.
const plain = (property) => property?.value ?? property;

function assign(model, attribute, value) {
  const wrapped = model[attribute] !== null && typeof model[attribute] === "object";
  model.setv({ [attribute]: wrapped ? { value } : value }, { sync: false });
}
