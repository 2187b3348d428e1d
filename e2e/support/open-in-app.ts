import type { Page } from '@playwright/test'

/** Shows another screen as a link does. Loading the app again takes five times the CPU time: only for tests about loading. */
export const openInApp = (page: Page, path: string) =>
  // The router listens to pushState.
  page.evaluate((address) => history.pushState(null, '', address), path)
