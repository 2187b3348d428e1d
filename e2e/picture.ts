/**
 * Takes the README's pictures, wide and light, narrow and dark, while a test stands where they show something:
 * `README_PICTURES=1 npm run e2e -- e2e/first-light.spec.ts`. Otherwise it does nothing.
 */
import type { Page } from '@playwright/test'

const looks = [
  { suffix: '', width: 1440, height: 900, colorScheme: 'light' },
  { suffix: '-phone-dark', width: 390, height: 844, colorScheme: 'dark' },
] as const

export async function picture(page: Page, name: string) {
  if (!process.env['README_PICTURES']) return
  const before = page.viewportSize()
  for (const { suffix, width, height, colorScheme } of looks) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height })
    await page.evaluate(() => document.fonts.ready)
    await page.screenshot({ path: `docs/screenshots/${name}${suffix}.png`, animations: 'disabled' })
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
  if (before) await page.setViewportSize(before)
}
