/**
 * Lets the service worker keep the page that is shown when a screen cannot be reached. After the first screen stands, so
 * that it takes nothing from it; a browser without service workers shows its own page.
 */
export function keepOfflinePage() {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  addEventListener('load', () => {
    // Refused in private windows of some browsers: then there is no such page, nothing more.
    navigator.serviceWorker.register('/sw.js').catch(() => {})
  })
}
