import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import * as events from '#shared/events.ts'
import { processingQuery } from '#web/queries/pages.ts'
import { createEventParser, followEvents } from './live-events.ts'

const credits = (credits_count: number) => ({ type: 'credits', credits_count })

test('returns events in the order in which they arrived while the schema is loading', async () => {
  const firstLoad = Promise.withResolvers<typeof events>()
  let loads = 0
  const parse = createEventParser(() => (++loads === 1 ? firstLoad.promise : Promise.resolve(events)))
  const received: unknown[] = []
  const both = [29, 28].map(async (count) => received.push(await parse(credits(count))))
  firstLoad.resolve(events)
  await Promise.all(both)
  expect(received).toEqual([
    { type: 'credits', credits_count: 29 },
    { type: 'credits', credits_count: 28 },
  ])
})

test('loads the schema again after a failure, and ignores what is not an event', async () => {
  let attempts = 0
  const parse = createEventParser(async () => {
    if (++attempts === 1) throw new Error('offline')
    return events
  })
  expect(await parse(credits(29))).toBeUndefined()
  expect(await parse(credits(28))).toEqual({ type: 'credits', credits_count: 28 })
  expect(await parse(null)).toBeUndefined()
  expect(attempts).toBe(2)
})

test('applies no event that arrived before and was parsed after the user signed out', async () => {
  const queryClient = new QueryClient()
  const source = { onopen: null, onerror: null, readyState: 1, close: () => {} }
  const live = { ...source, onmessage: null as ((event: MessageEvent<string>) => unknown) | null }
  const end = followEvents(queryClient, () => live)
  const send = (pages: number) =>
    live.onmessage?.(new MessageEvent('message', { data: JSON.stringify({ type: 'knowledge', pages, ofPages: 9 }) }))
  send(1)
  await expect.poll(() => queryClient.getQueryData(processingQuery.queryKey)).toEqual({ pages: 1, ofPages: 9 })
  send(2)
  end()
  await new Promise(setImmediate)
  expect(queryClient.getQueryData(processingQuery.queryKey)).toEqual({ pages: 1, ofPages: 9 })
})
