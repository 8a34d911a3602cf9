// Keeps the page for visits without a network. The build puts its own mark here, so that another build is another cache; so is
// another place on the same server, which is left alone.
"use strict";

const OURS = `triangulum ${self.registration.scope} `;
const CACHE = `${OURS}MARK`;
const FILES = ["./", "index.html", "page.css", "trouble.js", "page.js", "mq_js_bundle.js", "triangulum.wasm", "icon.svg", "manifest.json"];

self.addEventListener("install", event => {
  // The server is asked about each: what the browser still has may be of another build.
  const files = FILES.map(file => new Request(file, { cache: "no-cache" }));
  event.waitUntil(caches.open(CACHE).then(cache => cache.addAll(files)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", event => {
  const old = name => name.startsWith(OURS) && name !== CACHE;
  const tidied = caches.keys().then(names => Promise.all(names.filter(old).map(name => caches.delete(name))));
  event.waitUntil(tidied.then(() => self.clients.claim()));
});

self.addEventListener("fetch", event => {
  const kept = caches.open(CACHE).then(cache => cache.match(event.request, { ignoreSearch: true }));
  event.respondWith(kept.then(answer => answer ?? fetch(event.request)));
});
