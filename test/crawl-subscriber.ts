/**
 * Follows a user's crawls as the web app does: subscribes to the event stream, reconnects when it ends, and refetches
 * the crawls after every connect.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { CrawlStatus, isRunning } from '#shared/crawl/crawls.ts'
import { AppEvent } from '#shared/events.ts'
import { type Client, cookieOf } from './client.ts'

export type CrawlSubscriber = {
  /** The ids of the crawls known to have ended. */
  ended: Set<string>
  /** The number of connects so far. */
  connectCount(): number
  close(): Promise<void>
}

const RECONNECT_DELAY_MS = 200
const List = z.object({ crawls: z.array(z.object({ id: z.string(), status: CrawlStatus })) })

export function subscribeToCrawls(person: Client): CrawlSubscriber {
  const ended = new Set<string>()
  const closed = new AbortController()
  let connects = 0

  async function listen() {
    const response = await fetch(`${person.origin}/api/events`, {
      headers: { Cookie: cookieOf(person) },
      signal: closed.signal,
    })
    if (!response.ok || !response.body) return
    connects += 1
    const { body } = await person.get('/api/crawls')
    for (const crawl of List.parse(body).crawls) if (!isRunning(crawl.status)) ended.add(crawl.id)
    let rest = ''
    for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + piece).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) if (line.startsWith('data:')) handle(AppEvent.parse(JSON.parse(line.slice(5))))
    }
  }

  function handle(event: AppEvent) {
    if (event.type === 'crawl' && !isRunning(event.status)) ended.add(event.id)
  }

  const listening = (async () => {
    while (!closed.signal.aborted) {
      await listen().catch(() => {})
      await sleep(RECONNECT_DELAY_MS, undefined, { signal: closed.signal }).catch(() => {})
    }
  })()
  return {
    ended,
    connectCount: () => connects,
    async close() {
      closed.abort()
      await listening
    },
  }
}
