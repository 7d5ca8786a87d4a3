// The course on a phone: it is kept as it is read, and whole if the reader wants it. Nothing of it from a file.
(function () {
  "use strict";
  if (!/^https?:$/.test(location.protocol)) return;
  const manifest = document.createElement("link");
  manifest.rel = "manifest";
  manifest.href = horloge.root + "course.webmanifest";
  document.head.append(manifest);
  if (!("serviceWorker" in navigator)) return; // a host without TLS, or a window that keeps nothing

  const place = document.querySelector(".offline");

  /** What the service worker says: of how many files it has how many, or why it has no more. */
  function sentence({ kept, of, busy, failed }) {
    if (failed !== undefined) return horloge.text("offline.failed", { reason: failed });
    if (busy) return horloge.text("offline.keeping", { kept, of });
    return kept === of ? horloge.text("offline.whole") : "";
  }

  function follow(registration) {
    const button = place.querySelector("button");
    navigator.serviceWorker.addEventListener("message", function ({ data }) {
      place.hidden = false;
      place.querySelector("[role=status]").textContent = sentence(data);
      button.textContent = horloge.text("offline.keep", { mb: (data.bytes / 1e6).toFixed(1) });
      button.disabled = data.busy === true;
      button.hidden = data.kept === data.of && !data.busy && data.failed === undefined;
    });
    button.addEventListener("click", function () {
      button.disabled = true;
      if (navigator.storage && navigator.storage.persist) navigator.storage.persist();
      registration.active.postMessage("keep");
    });
    registration.active.postMessage("state");
  }

  /** Once the page can be read; where the browser refuses, the network has it. */
  async function begin() {
    try {
      const registration = await navigator.serviceWorker.register(horloge.root + "sw.js");
      registration.update().catch(() => {}); // without a network there is nothing newer
      if (place) follow(await navigator.serviceWorker.ready);
    } catch (error) {
      // Nothing is kept.
    }
  }
  addEventListener("load", () => setTimeout(begin));
})();
