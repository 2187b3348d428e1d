// The page is shown at the address of the requested screen, so a reload retries that screen.
const POLL_INTERVAL_MS = 3_000
const retry = () => location.reload()

addEventListener('online', retry)
document.getElementById('retry').addEventListener('click', (event) => {
  event.preventDefault()
  retry()
})
// When the server was down, no `online` event fires, so poll it.
setInterval(async () => {
  const response = await fetch('/healthz', { cache: 'no-store' }).catch(() => null)
  if (response?.ok) retry()
}, POLL_INTERVAL_MS)
