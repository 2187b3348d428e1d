// The page is shown at the address of the requested screen, so a reload retries that screen.
const POLL_INTERVAL_MS = 3_000
const retry = () => location.reload()

// The language chosen in the app, else the browser's.
const chosen = /(?:^|; )readback-language=(\w+)/.exec(document.cookie)?.[1] ?? navigator.language.slice(0, 2)
const language = chosen === 'de' ? 'de' : 'en'
document.documentElement.lang = language

function show() {
  const down = navigator.onLine ? 'server' : 'device'
  for (const section of document.querySelectorAll('section'))
    section.hidden = section.lang !== language || section.dataset.down !== down
}
show()

addEventListener('offline', show)
addEventListener('online', retry)
document.addEventListener('click', (event) => {
  if (!event.target.closest('a')) return
  event.preventDefault()
  retry()
})
// When the server was down, no `online` event fires, so poll it.
setInterval(async () => {
  const response = await fetch('/healthz', { cache: 'no-store' }).catch(() => null)
  if (response?.ok) retry()
}, POLL_INTERVAL_MS)
