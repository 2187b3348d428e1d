/**
 * What an open screen knows of its person's crawls, kept up as the browser does: a stream of events that is opened again
 * whenever it ends, and everything asked anew each time it was.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { CrawlStatus, isRunning } from '#shared/crawls.ts'
import { AppEvent } from '#shared/events.ts'
import { type Client, cookieOf } from './client.ts'

export type LiveScreen = {
  /** The crawls that the screen knows to have ended. */
  ended: Set<string>
  /** How often the stream was opened. */
  opened(): number
  close(): Promise<void>
}

const OPENED_AGAIN_AFTER_MS = 200
const List = z.object({ crawls: z.array(z.object({ id: z.string(), status: CrawlStatus })) })

export function openLiveScreen(person: Client): LiveScreen {
  const ended = new Set<string>()
  const closed = new AbortController()
  let opened = 0

  async function listen() {
    const response = await fetch(`${person.origin}/api/events`, { headers: { Cookie: cookieOf(person) }, signal: closed.signal })
    if (!response.ok || !response.body) return
    opened += 1
    const { body } = await person.get('/api/crawls')
    for (const crawl of List.parse(body).crawls) if (!isRunning(crawl.status)) ended.add(crawl.id)
    let rest = ''
    for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + piece).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) if (line.startsWith('data:')) take(AppEvent.parse(JSON.parse(line.slice(5))))
    }
  }

  function take(event: AppEvent) {
    if (event.type === 'crawl' && !isRunning(event.status)) ended.add(event.id)
  }

  const listening = (async () => {
    while (!closed.signal.aborted) {
      await listen().catch(() => {})
      await sleep(OPENED_AGAIN_AFTER_MS, undefined, { signal: closed.signal }).catch(() => {})
    }
  })()
  return {
    ended,
    opened: () => opened,
    async close() {
      closed.abort()
      await listening
    },
  }
}
