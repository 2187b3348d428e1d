/** How long a model's own first words take when nobody stands between: the measure for the product's. */
import { setTimeout as sleep } from 'node:timers/promises'

/** Asks every half second until `signal` is aborted; answers milliseconds until the first words of each stream. */
export async function askBareModel(url: string, signal: AbortSignal): Promise<number[]> {
  const taken: number[] = []
  while (!signal.aborted) {
    const from = performance.now()
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
      if (first === null && /"content":"[^"]/.test(text)) first = performance.now() - from
    }
    if (first !== null) taken.push(first)
    await sleep(500, undefined, { signal }).catch(() => {})
  }
  return taken
}
