// Files that a worker fetches come packed by gzip, in a third of their size.
(function () {
  "use strict";

  /** A packed file's bytes as they come in; `tell(done, all)` hears how many of the packed ones there are. */
  globalThis.horlogePacked = async function (url, tell) {
    const packed = await fetch(url);
    if (!packed.ok) throw new Error(url + ": " + packed.status);
    const all = Number(packed.headers.get("content-length"));
    let done = 0;
    const count = new TransformStream({
      transform(part, controller) {
        done += part.length;
        if (tell) tell(done, Math.max(all, done));
        controller.enqueue(part);
      },
    });
    return packed.body.pipeThrough(count).pipeThrough(new DecompressionStream("gzip"));
  };

  /** The whole of it. */
  globalThis.horlogeUnpacked = async function (url, tell) {
    const bytes = await horlogePacked(url, tell);
    return new Uint8Array(await new Response(bytes).arrayBuffer());
  };
})();
