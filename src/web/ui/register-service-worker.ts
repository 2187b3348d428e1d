/**
 * Registers the service worker that caches the offline page. Runs after the first screen, so that it does not slow it
 * down.
 */
export function registerServiceWorker() {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  addEventListener('load', () => {
    // Some browsers refuse it in private windows; then there is no offline page.
    navigator.serviceWorker.register('/sw.js').catch(() => {})
  })
}
