/** One screen's Lighthouse scores as a row of a table, and below it what keeps a score from the goal. */
import lighthouse, { desktopConfig } from 'lighthouse'

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const TIMES = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift']
const GOAL = 95

/** The phone is Lighthouse's own default: slow 4G, a processor four times slower than this one. */
export const DEVICES = ['phone', 'desk'] as const
export type Device = (typeof DEVICES)[number]

export function heading() {
  console.log(`| screen | ${CATEGORIES.join(' | ').replaceAll('-', ' ')} | first paint, largest, blocked, shift |`)
  console.log('|---|---|---|---|---|---|')
}

type Look = { device: Device; /** Where the browser listens for its debugger. */ port: number; rounds: number }

/** The middle one of `rounds` looks at the screen. */
export async function scoreScreen(name: string, url: string, { rounds, ...how }: Look) {
  const looks = []
  for (let round = 0; round < rounds; round++) looks.push(await lookAt(url, how))
  const shown = looks.toSorted((a, b) => a.scores[0] - b.scores[0])[Math.floor(rounds / 2)]
  if (!shown) return
  console.log(`| ${name} | ${shown.scores.join(' | ')} | ${shown.times} |`)
  for (const words of shown.wrong) console.log(`  ${words}`)
}

async function lookAt(url: string, { device, port }: Omit<Look, 'rounds'>) {
  const result = await lighthouse(
    url,
    { port, onlyCategories: [...CATEGORIES], disableStorageReset: true, logLevel: 'error' },
    device === 'desk' ? desktopConfig : undefined,
  )
  if (!result || result.lhr.runtimeError) throw new Error(`${url}: ${result?.lhr.runtimeError?.message ?? 'no answer'}`)
  const { categories, audits } = result.lhr
  const scores = CATEGORIES.map((name) => Math.round(100 * (categories[name]?.score ?? 0))) as [number, ...number[]]
  const shown = (id: string) => audits[id]?.displayValue?.replaceAll('\u00a0', ' ') ?? '–'
  const wrong = CATEGORIES.flatMap((name) => {
    if ((categories[name]?.score ?? 0) * 100 >= GOAL) return []
    const refs = categories[name]?.auditRefs.filter(({ weight }) => weight > 0) ?? []
    return refs.flatMap(({ id }) => ((audits[id]?.score ?? 1) < 0.9 ? `below ${GOAL}: ${name}: ${audits[id]?.title} ${shown(id)}` : []))
  })
  return { scores, times: TIMES.map(shown).join(', '), wrong }
}
