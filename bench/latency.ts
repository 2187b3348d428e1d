/** Times of requests: their quantiles, and what this machine makes the simplest of them wait. */
import { createServer } from 'node:http'

/** The quantile `share` (0 to 1) of the times, in their own unit, with one decimal. */
export function at(times: readonly number[], share: number): string {
  const sorted = times.toSorted((a, b) => a - b)
  return (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1)
}

/** What this machine makes a request wait that needs nothing, so that a busy one is seen, in milliseconds. */
export async function quietTime() {
  const bare = createServer((_, response) => response.end('pong'))
  await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve))
  const address = bare.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`
  const taken: number[] = []
  for (let turn = 0; turn < 300; turn += 1) {
    const askedAt = performance.now()
    await (await fetch(url)).text()
    taken.push(performance.now() - askedAt)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  bare.closeAllConnections()
  bare.close()
  return { p50: at(taken, 0.5), p99: at(taken, 0.99) }
}
