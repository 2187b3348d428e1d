/**
 * Screenshots of a screen’s state in windows of several sizes, light and dark, English and German:
 * pictures/AREA/NAME.VARIANT.webp.
 */
import { expect, type Page } from '@playwright/test'

const variants = [
  { variant: 'wide-light', width: 1440, height: 900, colorScheme: 'light', language: 'en' },
  { variant: 'wide-dark', width: 1440, height: 900, colorScheme: 'dark', language: 'en' },
  { variant: 'laptop-dark-de', width: 1366, height: 768, colorScheme: 'dark', language: 'de' },
  { variant: 'tablet-light-de', width: 1024, height: 768, colorScheme: 'light', language: 'de' },
  { variant: 'phone-light', width: 390, height: 844, colorScheme: 'light', language: 'en' },
  { variant: 'phone-dark-de', width: 390, height: 844, colorScheme: 'dark', language: 'de' },
  { variant: 'small-light-de', width: 320, height: 568, colorScheme: 'light', language: 'de' },
  { variant: 'turned-dark-de', width: 844, height: 390, colorScheme: 'dark', language: 'de' },
  { variant: 'huge-light', width: 2560, height: 1440, colorScheme: 'light', language: 'en' },
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
  for (const { variant, width, height, colorScheme, language } of variants) {
    if (phoneOnly && width > 400) continue
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height })
    await page.evaluate(switchLanguage, language)
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
  await page.evaluate(switchLanguage, 'en')
}

/**
 * Runs in the page. Dialogs cover the language menu, and a reload would lose the state of the screen: calls the app's
 * own function, the only one that writes a cookie.
 */
async function switchLanguage(language: string) {
  if (document.documentElement.lang === language) return
  // The manual and published notebooks have an address for each language.
  if (/^\/(help|k)\b/.test(location.pathname)) return
  const sources = [...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')].map(({ href }) => href)
  for (const source of sources) {
    const chosen = Object.values<unknown>(await import(source)).find(
      (each) => typeof each === 'function' && String(each).includes('document.cookie='),
    )
    if (typeof chosen === 'function') return void (await chosen(language))
  }
  throw new Error('The app has no function that switches its language.')
}

/** Runs in the page. Fonts are loaded and the frames after a resize are drawn. */
async function waitForLayout() {
  await document.fonts.ready
  for (let frame = 0; frame < 4; frame++) await new Promise((drawn) => requestAnimationFrame(drawn))
}
