import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type * as Axe from 'axe-core'
import { expect, type Page } from '@playwright/test'
import { en } from '#web/messages/en.ts'
import { enLater } from '#web/messages/en-later.ts'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const SETTLE_TIMEOUT_MS = 1_000

/** What a screen shows when a text is missing: its key. */
const messageKeys = new Set(
  Object.entries({ ...en, ...enLater }).flatMap(([group, texts]) =>
    Object.keys(texts).map((name) => `${group}.${name}`),
  ),
)

/**
 * Expects no accessibility violation and no message key in the current state of the page: all rules in light colors,
 * contrast in dark ones too. `within` is a selector to limit the check, for a dialog: the content behind it may be cut
 * off mid-row.
 */
export async function expectNoViolation(
  page: Page,
  state: string,
  { within, colorSchemes = ['light', 'dark'] }: { within?: string; colorSchemes?: readonly ('light' | 'dark')[] } = {},
) {
  const shownKeys = (await page.evaluate(wordsWithDot)).filter((word) => messageKeys.has(word))
  expect(shownKeys, `${state}: keys instead of texts`).toEqual([])
  for (const colorScheme of colorSchemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.evaluate(waitUntilSettled, { colorScheme, timeoutMs: SETTLE_TIMEOUT_MS })
    // Once per document: parsing it takes longer than most checks. CDP evaluation is exempt from the page's CSP.
    if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(`${axeSource};undefined`)
    const rules = colorScheme === 'dark' ? ['color-contrast'] : null
    const violations = await page.evaluate(runAxe, { within, rules })
    expect(violations, `${state}, ${colorScheme}`).toEqual([])
  }
}

/**
 * Runs in the page. Also in hidden menus, names and tooltips. Every key has a dot; sending all keys to the page takes
 * longer.
 */
function wordsWithDot() {
  const hints = [...document.querySelectorAll('[title], [aria-label], [data-hint]')].flatMap((each) => [
    each.getAttribute('title'),
    each.getAttribute('aria-label'),
    each.getAttribute('data-hint'),
  ])
  const words = new Set([document.body.textContent, ...hints].join(' ').match(/[\w.-]+/g))
  return [...words].filter((word) => word.includes('.'))
}

/** Runs in the page. Returns each violated rule with its elements. */
async function runAxe({ within, rules }: { within: string | undefined; rules: string[] | null }) {
  // The script evaluated before.
  const { axe } = window as unknown as { axe: typeof Axe }
  // An open modal hides what overflows the body. For axe, which ignores the tree's own scroller, a row below the window
  // is then half visible: the title without the path, so that its name seems to differ from its text.
  document.body.style.setProperty('overflow', 'visible', 'important')
  const { violations } = await axe.run(within ?? document, {
    resultTypes: ['violations'],
    ...(rules && { runOnly: { type: 'rule', values: rules } }),
  })
  document.body.style.removeProperty('overflow')
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`)
}

/**
 * Runs in the page. Waits until the color scheme has changed and finite animations have ended: during a transition the
 * contrast is different. Limited in time, for pages with a color scheme of their own.
 */
async function waitUntilSettled({ colorScheme, timeoutMs }: { colorScheme: string; timeoutMs: number }) {
  const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
  const deadline = performance.now() + timeoutMs
  const currentScheme = () => document.documentElement.dataset['mantineColorScheme'] ?? colorScheme
  while (currentScheme() !== colorScheme && performance.now() < deadline) await sleep(20)
  while (performance.now() < deadline) {
    // A transition of an inherited color starts one frame after its parent's ends.
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    const running = document.getAnimations().filter((each) => each.effect?.getComputedTiming().endTime !== Infinity)
    if (running.length === 0) return
    await Promise.race([Promise.allSettled(running.map((each) => each.finished)), sleep(deadline - performance.now())])
  }
}
