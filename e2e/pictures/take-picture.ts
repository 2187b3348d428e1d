/** Screenshots of a screen's state, wide, on a phone and on a small one, in light and dark colours: pictures/AREA/NAME.VARIANT.webp. */
import { expect, type Page } from '@playwright/test'

const variants = [
  { variant: 'wide-light', width: 1440, height: 900, colorScheme: 'light' },
  { variant: 'wide-dark', width: 1440, height: 900, colorScheme: 'dark' },
  { variant: 'phone-light', width: 390, height: 844, colorScheme: 'light' },
  { variant: 'phone-dark', width: 390, height: 844, colorScheme: 'dark' },
  { variant: 'small-light', width: 320, height: 568, colorScheme: 'light' },
] as const

const MAX_HEIGHT_PX = 2_600

export type PictureOptions = {
  /** The full scroll height instead of the viewport. */
  whole?: boolean
  /** For states that do not exist on a wide screen. */
  phoneOnly?: boolean
}

export async function takePicture(page: Page, name: string, { whole = false, phoneOnly = false }: PictureOptions = {}) {
  // The loading state has its own pictures.
  if (!name.endsWith('loading')) await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0)
  for (const { variant, width, height, colorScheme } of variants) {
    if (phoneOnly && variant.startsWith('wide')) continue
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height })
    // Scroll bars of phones do not take space.
    await page.evaluate(() => void (document.documentElement.style.scrollbarGutter = 'auto'))
    await page.evaluate(waitForLayout)
    if (whole) {
      // A viewport as high as the page keeps sticky elements at its edges. Twice: some elements grow with the viewport.
      for (let round = 0; round < 2; round++) {
        const scrollHeight = await page.evaluate(() => document.documentElement.scrollHeight)
        await page.setViewportSize({ width, height: Math.min(Math.max(scrollHeight, height), MAX_HEIGHT_PX) })
        await page.evaluate(waitForLayout)
      }
      await page.evaluate(() => scrollTo(0, 0))
      await page.evaluate(waitForLayout)
    }
    const path = `pictures/${name}.${variant}.webp`
    await page.screenshot({ path, type: 'webp', quality: 50, animations: 'disabled', caret: 'hide' })
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

/** Runs in the page. Fonts are loaded and the frames after a resize are drawn. */
async function waitForLayout() {
  await document.fonts.ready
  for (let frame = 0; frame < 4; frame++) await new Promise((drawn) => requestAnimationFrame(drawn))
}
