// The gauge, the same on every page of the bench: which states a page has drawn, and when.
//
// A state is named by the angles of the first links in the picture.  An update is a display frame in which
// something was drawn on a canvas while the picture held another state than at the last update.  It counts
// as painted when the next display frame begins: before that no screen can show it.

const gauge = (window.gauge = { moves: [], updates: [], arrivals: 0 });
const LAYERS = ["links-reached", "links"];
const watched = new Set();
let drawn = [];

/** The angle of the first link of every arm on the page: a peer's own, or from the sources of Bokeh. */
function shown() {
  if (window.armAngles) return window.armAngles();
  const documents = window.Bokeh?.documents ?? [];
  return documents.flatMap((document) => {
    const sources = LAYERS.map((name) => document.get_model_by_name(name)).filter((source) => source);
    const full = sources.find(({ data }) => data.x0.length);
    if (!full) return [];
    watch(full);
    const { x0, y0, x1, y1 } = full.data;
    return [Math.atan2(y1[0] - y0[0], x1[0] - x0[0])];
  });
}

/** Count what a server answers: new data that arrives in the picture, drawn or not. */
function watch(source) {
  if (watched.has(source)) return;
  watched.add(source);
  source.properties.data.change.connect(() => gauge.arrivals++);
}

const { stroke } = CanvasRenderingContext2D.prototype;
CanvasRenderingContext2D.prototype.stroke = function (...path) {
  if (!drawn.length) drawn = shown(); // the first picture of a page may be empty
  return stroke.apply(this, path);
};

requestAnimationFrame(function frame() {
  if (drawn.length && String(drawn) !== String(gauge.updates.at(-1)?.angles)) {
    gauge.updates.push({ angles: drawn, painted: performance.now() });
  }
  drawn = [];
  requestAnimationFrame(frame);
});

// A move's time is when the browser received it; one display frame may bring several at once.
addEventListener("pointermove", (event) => {
  for (const { timeStamp, clientX, clientY } of event.getCoalescedEvents()) {
    gauge.moves.push({ time: timeStamp, x: clientX, y: clientY });
  }
}, true);
