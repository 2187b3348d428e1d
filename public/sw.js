// Shows the offline page instead of the browser's error page when a navigation fails. Caches only the offline page and its
// fonts, so that the app and API responses are never stale. Change the CACHE name whenever a cached file changes.
const CACHE = 'offline-3'
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

/** The app's fonts, by the names that offline.css has for them: theirs change with every build. */
const FONTS = [
  { path: '/offline/atkinson.woff2', pattern: /^\/assets\/atkinson-[a-z-]*-latin-wght-normal-[^/]*\.woff2$/ },
  { path: '/offline/newsreader.woff2', pattern: /^\/assets\/newsreader-latin-wght-normal-[^/]*\.woff2$/ },
]

async function fetchAndKeep(request, path) {
  const response = await fetch(request)
  if (response.ok) (await caches.open(CACHE)).put(path, response.clone())
  return response
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin || pathname.startsWith('/api/')) return
  if (request.mode === 'navigate') return event.respondWith(fetch(request).catch(() => caches.match(OFFLINE)))
  const font = FONTS.find(({ pattern }) => pattern.test(pathname))
  if (font) event.respondWith(fetchAndKeep(request, font.path))
  else if (FONTS.some(({ path }) => path === pathname))
    event.respondWith(caches.match(pathname).then((kept) => kept ?? Response.error()))
  else if (CACHED_PATHS.includes(pathname)) event.respondWith(fetch(request).catch(() => caches.match(pathname)))
})
