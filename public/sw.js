// The service worker does one thing: a screen that cannot be reached shows the offline page instead of the browser's.
// It keeps neither the app's files, whose names change with their content, nor any answer of the API: nothing it holds
// can be stale but the offline page, which a new CACHE name replaces.
const CACHE = 'offline-1'
const OFFLINE = '/offline.html'
const KEPT = [OFFLINE, '/offline.css', '/offline.js', '/favicon.svg']

self.addEventListener('install', (event) => {
  const keep = async () => (await caches.open(CACHE)).addAll(KEPT.map((path) => new Request(path, { cache: 'reload' })))
  event.waitUntil(keep().then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => {
  const forget = async () => {
    const others = (await caches.keys()).filter((name) => name !== CACHE)
    await Promise.all(others.map((name) => caches.delete(name)))
  }
  event.waitUntil(forget().then(() => self.clients.claim()))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin || pathname.startsWith('/api/')) return
  if (request.mode === 'navigate') event.respondWith(fetch(request).catch(() => caches.match(OFFLINE)))
  // What the offline page itself is made of.
  else if (KEPT.includes(pathname)) event.respondWith(fetch(request).catch(() => caches.match(pathname)))
})
