// Shows the offline page instead of the browser's error page when a navigation fails. Caches only the offline page, so
// that the app and API responses are never stale. Change the CACHE name whenever a cached file changes.
const CACHE = 'offline-2'
const OFFLINE = '/offline.html'
const CACHED_PATHS = [OFFLINE, '/offline.css', '/offline.js', '/favicon.svg']

self.addEventListener('install', (event) => {
  const requests = CACHED_PATHS.map((path) => new Request(path, { cache: 'reload' }))
  const fillCache = async () => (await caches.open(CACHE)).addAll(requests)
  event.waitUntil(fillCache().then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => {
  const deleteOldCaches = async () => {
    const others = (await caches.keys()).filter((name) => name !== CACHE)
    await Promise.all(others.map((name) => caches.delete(name)))
  }
  event.waitUntil(deleteOldCaches().then(() => self.clients.claim()))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin || pathname.startsWith('/api/')) return
  if (request.mode === 'navigate') event.respondWith(fetch(request).catch(() => caches.match(OFFLINE)))
  else if (CACHED_PATHS.includes(pathname)) event.respondWith(fetch(request).catch(() => caches.match(pathname)))
})
