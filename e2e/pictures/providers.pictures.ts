/**
 * The first set-up of each provider against its stand-in, from a fresh installation: a picture for its page in the
 * manual and the seconds until the first answer.
 */
import { test } from '@playwright/test'
import { hostedSetUps, localSetUps, walkFirstSetUp } from '#e2e/support/set-up-model.ts'

/** CSS pixels around the form. */
const MARGIN = 16

for (const setUp of [...localSetUps, ...hostedSetUps]) {
  test(`first set-up of ${setUp.name}`, async ({ browser }) => {
    const path = `manual/pictures/${setUp.page}.webp`
    const [seconds = 0] = await walkFirstSetUp(browser, [setUp], async (form) => {
      const page = form.page()
      // In a lower or scrolled window, the header of the page covers the form.
      await page.setViewportSize({ width: 1280, height: 1600 })
      await page.evaluate(() => scrollTo(0, 0))
      const { x, y, width, height } = (await form.boundingBox()) ?? { x: 0, y: 0, width: 800, height: 600 }
      const clip = { x: x - MARGIN, y: y - MARGIN, width: width + 2 * MARGIN, height: height + 2 * MARGIN }
      await page.screenshot({ path, clip, type: 'webp', quality: 60, animations: 'disabled' })
    })
    process.stdout.write(`${setUp.name}: ${seconds.toFixed(1)} s\n`)
  })
}
