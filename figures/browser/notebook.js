// A figure in a notebook or under `panel serve`: the carrier is a pair of properties of the component.

import { Carrier } from "./carrier.js";
import { Picture } from "./picture.js";
import { Shell, frameWork, placeIn } from "./shell.js";

class Properties extends Carrier {
  constructor(model) {
    super();
    this.model = model;
    this.open();
  }

  post(request) {
    this.model.request = request;
  }
}

export function render({ model, view }) {
  const { spec, first, lang } = model.setup;
  const host = document.createElement("live-figure");
  host.setAttribute("name", spec.slug);
  host.dataset.status = "still";
  const parts = frameWork(host, spec);
  const place = placeIn(parts);
  const roots = ["plots", "widgets"].flatMap((name) => {
    const elements = model.get_child(name);
    return view.model.data[name].map((root, i) => {
      place(root).append(elements[i]);
      return root;
    });
  });
  // Panel draws the children after this function returns, and lays them out once they are there.
  model.on("lifecycle:after_layout", () => {
    if (host.dataset.status === "live") return;
    const carrier = new Properties(model);
    const picture = new Picture(roots, (root) => view.get_child_view(root));
    const shell = new Shell({ parts, picture, spec, first, carrier, lang });
    // A reply that nobody asked for comes from a cell of the notebook.
    model.on("reply", () => (model.reply.seq === null ? shell.talk.receive(model.reply) : carrier.hear(model.reply)));
    host.dataset.status = "live";
  });
  return host;
}
