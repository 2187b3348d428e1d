/**
 * One face of a screen in the four looks, as e2e/screens/AREA/NAME.LOOK.webp: wide and on a phone, light and dark. The
 * pictures are looked at by a person when they change; nothing compares them.
 */
import { expect, type Page } from '@playwright/test'

const looks = [
  { look: 'wide-light', width: 1440, height: 900, colorScheme: 'light' },
  { look: 'wide-dark', width: 1440, height: 900, colorScheme: 'dark' },
  { look: 'phone-light', width: 390, height: 844, colorScheme: 'light' },
  { look: 'phone-dark', width: 390, height: 844, colorScheme: 'dark' },
] as const

/** A whole screen that is longer is cut here. */
const HIGHEST = 2_600

export type TakeOptions = {
  /** The whole screen and not what fits into the window, for screens that are read from top to bottom. */
  whole?: boolean
  /** Nothing of the kind is there on a wide screen. */
  onPhone?: boolean
}

export async function take(page: Page, name: string, { whole = false, onPhone = false }: TakeOptions = {}) {
  // What is shown while something loads is a face of its own.
  if (!name.endsWith('loading')) await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0)
  for (const { look, width, height, colorScheme } of looks.filter(({ look }) => !onPhone || look.startsWith('phone'))) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height })
    // A phone's scroll bars take no room.
    await page.evaluate(() => void (document.documentElement.style.scrollbarGutter = 'auto'))
    await page.evaluate(settled)
    if (whole) {
      // A window as high as the screen, so that what sticks to its edges stands at the edges. What takes a part of the
      // window grows with it, so once more.
      for (let round = 0; round < 2; round++) {
        const high = await page.evaluate(() => document.documentElement.scrollHeight)
        await page.setViewportSize({ width, height: Math.min(Math.max(high, height), HIGHEST) })
        await page.evaluate(settled)
      }
      await page.evaluate(() => scrollTo(0, 0))
      await page.evaluate(settled)
    }
    const path = `e2e/screens/${name}.${look}.webp`
    await page.screenshot({ path, type: 'webp', quality: 50, animations: 'disabled', caret: 'hide' })
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

/** Runs in the page: fonts are there, and the frames in which another width is drawn are over. */
async function settled() {
  await document.fonts.ready
  for (let frame = 0; frame < 4; frame++) await new Promise((drawn) => requestAnimationFrame(drawn))
}
