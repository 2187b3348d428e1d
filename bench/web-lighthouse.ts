/**
 * Prints a screen's Lighthouse scores as a table row, followed by the failed audits of scores below the goal.
 * Lighthouse is not part of this project: it has 150 MB of packages.
 */

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const METRICS = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift']
const GOAL = 95

/** `phone` is Lighthouse's default: slow 4G and a CPU slowdown of 4. */
export const DEVICES = ['phone', 'desktop'] as const
export type Device = (typeof DEVICES)[number]

export function printHeading() {
  console.log(`| screen | ${CATEGORIES.join(' | ').replaceAll('-', ' ')} | first paint, largest, blocked, shift |`)
  console.log('|---|---|---|---|---|---|')
}

/** The part of Lighthouse's result that is read. A score is null when Lighthouse could not determine it. */
type Result = {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { title: string; score: number | null; displayValue?: string }>
}

/** `port` is the browser's remote debugging port. */
type Options = { device: Device; port: number; rounds: number }

/** Runs Lighthouse `rounds` times and prints the run with the median performance score. */
export async function scoreScreen(name: string, url: string, { rounds, ...options }: Options) {
  const runs = []
  for (let round = 0; round < rounds; round++) runs.push(await runLighthouse(url, options))
  const median = runs.toSorted((a, b) => a.scores[0] - b.scores[0])[Math.floor(rounds / 2)]
  if (!median) return
  console.log(`| ${name} | ${median.scores.join(' | ')} | ${median.times} |`)
  for (const problem of median.problems) console.log(`  ${problem}`)
}

async function runLighthouse(url: string, { device, port }: Omit<Options, 'rounds'>) {
  const { categories, audits } = await openLighthouse(url, {
    port,
    isDesktop: device === 'desktop',
    categories: CATEGORIES,
  })
  const scores = CATEGORIES.map((name) => Math.round(100 * (categories[name]?.score ?? 0))) as [number, ...number[]]
  const displayValue = (id: string) => audits[id]?.displayValue?.replaceAll('\u00a0', ' ') ?? '–'
  const problems = CATEGORIES.flatMap((name) => {
    if ((categories[name]?.score ?? 0) * 100 >= GOAL) return []
    const refs = categories[name]?.auditRefs.filter(({ weight }) => weight > 0) ?? []
    return refs.flatMap(({ id }) =>
      (audits[id]?.score ?? 1) < 0.9 ? `below ${GOAL}: ${name}: ${audits[id]?.title} ${displayValue(id)}` : [],
    )
  })
  return { scores, times: METRICS.map(displayValue).join(', '), problems }
}

async function openLighthouse(
  url: string,
  options: { port: number; isDesktop: boolean; categories: readonly string[] },
) {
  // A computed address: the packages in bench/peers are not part of this project.
  const module: { runLighthouse: (of: string, how: typeof options) => Promise<Result> } = await import(
    new URL('peers/lighthouse.mjs', import.meta.url).href
  )
  return module.runLighthouse(url, options)
}
