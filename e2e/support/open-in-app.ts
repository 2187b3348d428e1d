import type { Page } from '@playwright/test'

/**
 * Shows another screen as a link does. Loading the app again takes five times the CPU time: only for tests about
 * loading. Waits until the session is known: an address that changes before React has taken over the prerendered first
 * screen is hydrated with another screen.
 */
export async function openInApp(page: Page, path: string) {
  await page.locator('[data-session="in"], [data-session="out"]').first().waitFor({ state: 'attached' })
  // The router listens to pushState.
  await page.evaluate((address) => history.pushState(null, '', address), path)
}
