// A computation graph: boxes in layers, from its inputs down to its results.

(function () {
  "use strict";
  const horloge = (window.horloge = window.horloge || {});
  horloge.figureKinds = horloge.figureKinds || {};

  const column = 8.2; // pixels of a letter's column: the layout comes in columns
  const gap = 46;
  const margin = 6;

  const draw = horloge.svg;

  /** Where the items stand: [left, top, width, height] of each, a joint being as high as its layer. */
  function boxesOf(figure) {
    const { items } = figure.layout;
    const layers = Math.max(...items.map((item) => item.layer)) + 1;
    const heights = Array.from({ length: layers }, (_, layer) =>
      items.some((item) => item.layer === layer && "node" in item && figure.nodes[item.node].below) ? 50 : 32);
    const tops = heights.map((_, layer) => heights.slice(0, layer).reduce((sum, height) => sum + height + gap, margin));
    return items.map((item) => {
      const left = (item.middle - Math.floor(item.width / 2)) * column + margin;
      return [left, tops[item.layer], item.width * column, heights[item.layer]];
    });
  }

  /** Where the links of an item leave or enter it: side by side, in the order of their other ends. */
  function ports(figure, boxes) {
    const { links } = figure.layout;
    const middle = (i) => boxes[i][0] + boxes[i][2] / 2;
    const along = (item, side) => {
      const own = links.map((link, i) => i).filter((i) => links[i][side] === item);
      own.sort((a, b) => middle(links[a][1 - side]) - middle(links[b][1 - side]) || a - b);
      const [left, , width] = boxes[item];
      return (link) => left + (width * (own.indexOf(link) + 1)) / (own.length + 1);
    };
    return links.map(([from, to], i) => [along(from, 0)(i), along(to, 1)(i)]);
  }

  function linkPaths(figure, boxes, arrow) {
    const { items, links } = figure.layout;
    const ends = ports(figure, boxes);
    const paths = links.map(([from, to], i) => {
      const [x, goal] = ends[i];
      const start = boxes[from][1] + boxes[from][3];
      const intoNode = "node" in items[to];
      const end = boxes[to][1] - (intoNode ? 7 : 0);
      const half = (end - start) / 2;
      return draw("path", {
        d: `M${x},${start}C${x},${start + half} ${goal},${end - half} ${goal},${end}`,
        class: "graph-edge",
        ...(intoNode ? { "marker-end": `url(#${arrow})` } : {}),
      });
    });
    items.forEach((item, i) => {
      if ("node" in item) return;
      const x = boxes[i][0] + boxes[i][2] / 2;
      paths.push(draw("path", { d: `M${x},${boxes[i][1]}v${boxes[i][3]}`, class: "graph-edge" }));
    });
    return paths;
  }

  function nodeBoxes(figure, boxes) {
    return figure.layout.items.flatMap((item, i) => {
      if (!("node" in item)) return [];
      const [left, top, width, height] = boxes[i];
      const { text, below } = figure.nodes[item.node];
      const line = (words, y, kind) =>
        draw("text", { x: left + width / 2, y, class: kind, "text-anchor": "middle" }, words);
      const middle = top + height / 2 + 5;
      return [draw("g", { class: "graph-node" },
        draw("rect", { x: left, y: top, width, height, rx: 6 }),
        line(text, below ? middle - 9 : middle, "graph-text"),
        ...(below ? [line(below, middle + 10, "graph-below")] : []))];
    });
  }

  /** Of each node its box. */
  function nodePlaces(figure) {
    const boxes = boxesOf(figure);
    const places = [];
    figure.layout.items.forEach((item, i) => {
      if ("node" in item) places[item.node] = boxes[i];
    });
    return places;
  }

  const inputs = (figure, node) =>
    (figure.edges || []).filter(([, to]) => to === node).map(([from]) => figure.nodes[from].text);

  horloge.figureKinds.graph = {
    isEmpty: (figure) => figure.nodes.length === 0,

    /** Draws it; the answer is what a plot answers. */
    draw(element, figure) {
      const boxes = boxesOf(figure);
      const width = Math.max(...boxes.map(([left, , across]) => left + across)) + margin;
      const height = Math.max(...boxes.map(([, top, , down]) => top + down)) + margin;
      const arrow = horloge.newId("arrow");
      const head = draw("marker", {
        id: arrow, viewBox: "0 0 8 8", refX: 1, refY: 4, markerWidth: 8, markerHeight: 8, orient: "auto",
        markerUnits: "userSpaceOnUse",
      }, draw("path", { d: "M0,0L8,4L0,8z", class: "graph-arrow" }));
      element.append(draw("svg", { width, height, viewBox: `0 0 ${width} ${height}`, class: "graph" },
        draw("defs", {}, head), ...linkPaths(figure, boxes, arrow), ...nodeBoxes(figure, boxes)));
      return { left: 0, top: 0, width, height };
    },

    /** A place is a node. */
    at(figure, plot, x, y) {
      const found = nodePlaces(figure).findIndex(([left, top, width, height]) =>
        x >= left && x <= left + width && y >= top && y <= top + height);
      return found < 0 ? null : found;
    },

    first: () => 0,

    move(figure, node, key) {
      const last = figure.nodes.length - 1;
      if (key === "Home") return 0;
      if (key === "End") return last;
      return Math.min(Math.max(node + (key === "ArrowRight" || key === "ArrowDown" ? 1 : -1), 0), last);
    },

    describe(figure, node) {
      const { text, below } = figure.nodes[node];
      const from = inputs(figure, node);
      return {
        value: text,
        names: [...(below ? [below] : []), ...(from.length ? [horloge.text("figure.from", { nodes: from.join(", ") })] : [])],
      };
    },

    mark(figure, plot, node) {
      const [left, top, width, height] = nodePlaces(figure)[node];
      return { boxes: [[left, top, width, height]], x: left + width, y: top };
    },

    table: (figure) => ({
      size: figure.nodes.length * 3,
      head: [horloge.text("figure.node"), "", horloge.text("figure.from_head")],
      rows: figure.nodes.map((node, i) => [node.text, node.below || "", inputs(figure, i).join(", ")]),
    }),
  };
})();
