/** Measures a model's time to first token without the product, as a baseline. */
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Sends a request every half second until `signal` aborts. Returns the time to first token of each, in milliseconds.
 */
export async function measureModelBaseline(url: string, signal: AbortSignal): Promise<number[]> {
  const times: number[] = []
  while (!signal.aborted) {
    const startedAt = performance.now()
    const response = await fetch(`${url}/chat/completions`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        model: 'gpt-4-turbo-preview',
        stream: true,
        messages: [
          { role: 'system', content: 'Answer from these pages. '.repeat(800) },
          { role: 'user', content: 'Which part comes first?' },
        ],
      }),
    })
    let text = ''
    let first: number | null = null
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString()
      if (first === null && /"content":"[^"]/.test(text)) first = performance.now() - startedAt
    }
    if (first !== null) times.push(first)
    await sleep(500, undefined, { signal }).catch(() => {})
  }
  return times
}
