// Keeps the page for visits without a network. The build puts its own mark here, so that another build is another cache.
"use strict";

const CACHE = "triangulum MARK";
const FILES = ["./", "index.html", "page.css", "page.js", "mq_js_bundle.js", "triangulum.wasm", "icon.svg", "manifest.json"];

self.addEventListener("install", event => {
  event.waitUntil(caches.open(CACHE).then(cache => cache.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", event => {
  const old = name => name.startsWith("triangulum ") && name !== CACHE;
  const tidied = caches.keys().then(names => Promise.all(names.filter(old).map(name => caches.delete(name))));
  event.waitUntil(tidied.then(() => self.clients.claim()));
});

self.addEventListener("fetch", event => {
  const kept = caches.open(CACHE).then(cache => cache.match(event.request, { ignoreSearch: true }));
  event.respondWith(kept.then(answer => answer ?? fetch(event.request)));
});
