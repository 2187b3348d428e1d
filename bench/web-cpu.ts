/**
 * Measures what loading a screen costs the main thread, by CPU time from a trace, which other load on the machine
 * changes much less than the durations that Lighthouse scores. Blocking time is Lighthouse's sum on a four times slower
 * CPU: what each task takes beyond 50 ms.
 */
import type { BrowserContext, CDPSession } from '@playwright/test'

const SLOWDOWN = 4
const ALLOWED_MS = 50
const PHONE = { width: 412, height: 823 }

type TraceEvent = {
  name: string
  pid: number
  tid: number
  dur?: number
  tdur?: number
  args?: { data?: { url?: string } }
}

export function printCpuHeading() {
  console.log(
    '| screen | script, kB | CPU of the main thread, ms | longest task, CPU ms | blocked when 4 times slower, ms |',
  )
  console.log('|---|---|---|---|---|')
}

/** Prints the run with the median blocking time. */
export async function measureCpu(name: string, url: string, context: BrowserContext, rounds: number) {
  const runs = []
  for (let round = 0; round < rounds; round++) runs.push(await traceLoad(url, context))
  const median = runs.toSorted((a, b) => a.blocked - b.blocked)[Math.floor(rounds / 2)]
  if (!median) return
  const { script, cpu, longest, blocked } = median
  console.log(`| ${name} | ${[script / 1000, cpu, longest, blocked].map((value) => Math.round(value)).join(' | ')} |`)
}

async function traceLoad(url: string, context: BrowserContext) {
  const page = await context.newPage()
  try {
    await page.setViewportSize(PHONE)
    const client = await context.newCDPSession(page)
    await client.send('Network.enable')
    await client.send('Network.setCacheDisabled', { cacheDisabled: true })
    const script = countScript(client)
    const events = await trace(client, async () => {
      await page.goto(url)
      await page.waitForLoadState('networkidle')
    })
    return { script: script(), ...mainThread(events, url) }
  } finally {
    await page.close()
  }
}

/** Bytes of script on the wire, compressed. */
function countScript(client: CDPSession) {
  const scripts = new Set<string>()
  let bytes = 0
  client.on('Network.responseReceived', ({ requestId, type }) => void (type === 'Script' && scripts.add(requestId)))
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength
  })
  return () => bytes
}

async function trace(client: CDPSession, act: () => Promise<void>): Promise<TraceEvent[]> {
  const events: TraceEvent[] = []
  client.on('Tracing.dataCollected', ({ value }) => void events.push(...(value as unknown as TraceEvent[])))
  const complete = new Promise((resolve) => client.once('Tracing.tracingComplete', resolve))
  await client.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['disabled-by-default-devtools.timeline', 'devtools.timeline', 'toplevel'] },
  })
  await act()
  await client.send('Tracing.end')
  await complete
  return events
}

/** The main thread of the page is the one that commits its document. */
function mainThread(events: TraceEvent[], url: string) {
  const main = events.find(({ name, args }) => name === 'CommitLoad' && args?.data?.url === url)
  const tasks = events.flatMap((event) =>
    event.name === 'RunTask' && event.pid === main?.pid && event.tid === main.tid
      ? (event.tdur ?? event.dur ?? 0) / 1000
      : [],
  )
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
  return {
    cpu: sum(tasks),
    longest: Math.max(0, ...tasks),
    blocked: sum(tasks.map((ms) => Math.max(0, ms * SLOWDOWN - ALLOWED_MS))),
  }
}
