// The service worker: the course without a network. `site`, above this, is made with the pages. What the
// network has always comes first, and old versions go, so that nobody reads a page that has changed since.
"use strict";
const scope = self.registration.scope;
const files = new Set([...site.first, ...site.rest]);
const prefix = "horloge " + scope + " ";
const ours = prefix + site.version;
const whole = scope + "whole"; // kept beside the files if the reader wants all of them

/** The file of the site at an address. Hosts may leave ".html" out. */
function fileAt(url) {
  if (!url.startsWith(scope)) return undefined;
  const name = url.slice(scope.length).replace(/[?#].*$/, "") || "index.html";
  return [name, name + ".html"].find((one) => files.has(one));
}

/** A page that a host led elsewhere may only be shown without saying so. */
function plain(response) {
  return response.redirected ? new Response(response.body, response) : response;
}

async function keepOne(cache, file) {
  if (await cache.match(scope + file)) return;
  const response = await fetch(scope + file, { cache: "no-cache" });
  if (!response.ok) throw new Error(`${file}: ${response.status}`);
  await cache.put(scope + file, plain(response));
}

/** Keeps those that are not there yet, a few at a time, and then says what failed; `tell` hears how many are kept. */
async function keep(wanted, tell = () => {}) {
  const cache = await caches.open(ours);
  const waiting = [...wanted];
  const of = waiting.length;
  let kept = 0;
  let failed = null;
  async function some() {
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop())
      try {
        await keepOne(cache, file);
        tell({ kept: ++kept, of, busy: true });
      } catch (error) {
        failed = failed || error;
      }
  }
  await Promise.all([some(), some(), some(), some()]);
  if (failed) throw failed;
}

/** Caches of other versions of this site; others may have theirs at the same host. */
async function older() {
  return (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== ours);
}

/** What is kept at first, the pages that are open, and what was kept of the version before. */
async function install() {
  const saving = navigator.connection && navigator.connection.saveData;
  const wanted = new Set(saving ? [] : site.first);
  for (const { url } of await self.clients.matchAll({ includeUncontrolled: true })) wanted.add(fileAt(url));
  for (const name of await older())
    for (const { url } of await (await caches.open(name)).keys())
      if (url === whole) await keepWhole();
      else wanted.add(fileAt(url));
  wanted.delete(undefined);
  await keep(wanted);
  await self.skipWaiting();
}

async function keepWhole(tell) {
  await (await caches.open(ours)).put(whole, new Response());
  await keep(files, tell);
}

async function activate() {
  for (const name of await older()) await caches.delete(name);
  await self.clients.claim();
}

/** What is shown instead of a page that is not kept. */
function missing() {
  const html = `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${site.missing}</title><link rel="icon" href="${scope}page/icon.svg">
<link rel="stylesheet" href="${scope}page/style.css">
<div class="book single"><main><p>${site.missing} <a href="${scope}">${site.map}</a></p></main></div>`;
  return new Response(html, { headers: { "Content-Type": "text/html; charset=utf-8" } });
}

async function answer(event, file) {
  const { request } = event;
  const cache = await caches.open(ours);
  try {
    const response = await fetch(request, { cache: "no-cache" });
    if (response.ok && !(await cache.match(scope + file))) {
      const kept = cache.put(scope + file, plain(response.clone()));
      event.waitUntil(kept.catch(() => {})); // there is no room for it
    }
    return response;
  } catch (error) {
    const kept = await cache.match(scope + file);
    if (kept) return kept;
    return request.mode === "navigate" ? missing() : Response.error();
  }
}

/** A page asks how much is kept, or for all of it. */
async function said({ data, source }) {
  const tell = (state) => source.postMessage({ ...state, bytes: site.bytes });
  try {
    if (data === "keep") await keepWhole(tell);
    const cache = await caches.open(ours);
    const kept = (await cache.keys()).filter(({ url }) => url !== whole).length;
    tell({ kept, of: files.size });
  } catch (error) {
    tell({ failed: error.message });
  }
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("message", (event) => event.waitUntil(said(event)));
self.addEventListener("fetch", function (event) {
  const { url, method, headers } = event.request;
  const file = fileAt(url);
  if (file && method === "GET" && !headers.has("Range")) event.respondWith(answer(event, file));
});
