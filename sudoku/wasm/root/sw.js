// Keeps the files of the page, so that it opens without a network. The builder fills in the files and their version. A
// new version is kept beside the one in use, and takes its place when no page of the old one is open.

const VERSION = "";
const FILES = [];
const CACHE = `sudoku-${VERSION}`;

async function keep() {
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES.map((file) => new Request(file, { cache: "no-cache" })));
}

async function forgetOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith("sudoku-") && name !== CACHE).map((name) => caches.delete(name)));
}

async function found(request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(request, { ignoreSearch: true })) ?? fetch(request);
}

addEventListener("install", (event) => event.waitUntil(keep()));
addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
addEventListener("fetch", (event) => {
  const isOurs = event.request.method === "GET" && new URL(event.request.url).origin === location.origin;
  if (isOurs) event.respondWith(found(event.request));
});
