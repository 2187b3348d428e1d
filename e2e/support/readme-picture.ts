/**
 * Takes a screenshot for README.md, wide in light colors and on a phone in dark ones, but only with
 * `README_PICTURES=1 npm run e2e -- e2e/main-flow.spec.ts`.
 */
import type { Page } from '@playwright/test'

const variants = [
  { suffix: '', width: 1440, height: 900, colorScheme: 'light' },
  { suffix: '-phone-dark', width: 390, height: 844, colorScheme: 'dark' },
] as const

/** For the manual, with the same setting: narrow enough to be read there. */
export async function takeManualPicture(page: Page, name: string) {
  if (!process.env['README_PICTURES']) return
  const before = page.viewportSize()
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 1024, height: 720 })
  await page.evaluate(() => document.fonts.ready)
  await page.screenshot({ path: `manual/pictures/${name}.webp`, type: 'webp', quality: 80, animations: 'disabled' })
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
  if (before) await page.setViewportSize(before)
}

export async function takeReadmePicture(page: Page, name: string) {
  if (!process.env['README_PICTURES']) return
  const before = page.viewportSize()
  for (const { suffix, width, height, colorScheme } of variants) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height })
    await page.evaluate(() => document.fonts.ready)
    await page.screenshot({ path: `docs/screenshots/${name}${suffix}.png`, animations: 'disabled' })
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
  if (before) await page.setViewportSize(before)
}
