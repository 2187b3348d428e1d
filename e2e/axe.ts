import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/**
 * Axe finds nothing on what the page shows now, in light and in dark colours: of those, all that changes is the contrast.
 * `within` is a selector of the part to look at, for a dialog: what lies behind it may be cut off in the middle of a row.
 */
export async function expectNoViolation(page: Page, where: string, within?: string) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.evaluate(whenStill)
    const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
    if (within) axe.include(within)
    if (colorScheme === 'dark') axe.withRules(['color-contrast'])
    const { violations } = await axe.analyze()
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`)
    expect(found, `${where}, ${colorScheme}`).toEqual([])
  }
}

/** What is still fading in has another contrast than it will have. Loaders turn for ever: nobody waits longer than a second. */
async function whenStill() {
  const passing = document.getAnimations().filter((each) => each.effect?.getComputedTiming().endTime !== Infinity)
  const still = Promise.allSettled(passing.map((each) => each.finished))
  await Promise.race([still, new Promise((resolve) => setTimeout(resolve, 1_000))])
}
