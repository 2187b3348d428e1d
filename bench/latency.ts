/** Quantiles of request times, and the machine's own latency. */
import { createServer } from 'node:http'

/** The quantile `share` (0 to 1) of `times`, in their unit, with one decimal. */
export function at(times: readonly number[], share: number): string {
  const sorted = times.toSorted((a, b) => a - b)
  return (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1)
}

/** The latency of a trivial HTTP server in milliseconds, which shows how busy the machine is. */
export async function measureIdleLatency() {
  const bare = createServer((_, response) => response.end('pong'))
  await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve))
  const address = bare.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`
  const times: number[] = []
  for (let round = 0; round < 300; round += 1) {
    const startedAt = performance.now()
    await (await fetch(url)).text()
    times.push(performance.now() - startedAt)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  bare.closeAllConnections()
  bare.close()
  return { p50: at(times, 0.5), p99: at(times, 0.99) }
}
