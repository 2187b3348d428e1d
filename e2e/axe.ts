import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/**
 * Axe finds nothing on what the page shows now, in light and in dark colours: of those, all that changes is the contrast.
 * `within` is a selector of the part to look at, for a dialog: what lies behind it may be cut off in the middle of a row.
 */
export async function expectNoViolation(page: Page, where: string, within?: string) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.evaluate(whenStill, colorScheme)
    const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
    if (within) axe.include(within)
    if (colorScheme === 'dark') axe.withRules(['color-contrast'])
    const { violations } = await axe.analyze()
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`)
    expect(found, `${where}, ${colorScheme}`).toEqual([])
  }
}

/**
 * The colours have changed, and what fades has faded: on its way it has another contrast than it will have. Whoever chose
 * colours keeps them, and loaders turn for ever: nobody waits longer than a second for either.
 */
async function whenStill(colorScheme: string) {
  const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
  const shown = () => document.documentElement.dataset['mantineColorScheme'] ?? colorScheme
  for (let waited = 0; shown() !== colorScheme && waited < 1_000; waited += 20) await after(20)
  // What inherits a colour that changes may begin to change when that has ended.
  for (const until = performance.now() + 1_000; performance.now() < until; ) {
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    const passing = document.getAnimations().filter((each) => each.effect?.getComputedTiming().endTime !== Infinity)
    if (passing.length === 0) return
    await Promise.race([Promise.allSettled(passing.map((each) => each.finished)), after(until - performance.now())])
  }
}
