import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createInbox } from './relay-answers.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const chunk = { to: 'browser', number: 0, text: '', whole: false, over: false }

it('ends a subscription that nobody reads with its answer', async () => {
  const onEnd = vi.fn<() => void>()
  const inbox = createInbox(onEnd)
  inbox.add({ ...chunk, text: '1', whole: true })
  expect(onEnd).not.toHaveBeenCalled()
  inbox.add({ ...chunk, over: true })
  expect(onEnd).toHaveBeenCalled()
  expect(await inbox.waitForChunk()).toBe(true)
  expect([inbox.take()?.text, inbox.take()?.over]).toEqual(['1', true])
  expect(await inbox.waitForChunk()).toBe(false)
})

it('ends a subscription that nobody reads when the other process is silent', async () => {
  const onEnd = vi.fn<() => void>()
  const inbox = createInbox(onEnd)
  inbox.add(chunk)
  vi.advanceTimersByTime(29_000)
  inbox.add(chunk)
  vi.advanceTimersByTime(29_000)
  expect(onEnd).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1_000)
  expect(onEnd).toHaveBeenCalled()
})

it('ends a subscription to an answer that no process runs', async () => {
  const onEnd = vi.fn<() => void>()
  const inbox = createInbox(onEnd)
  vi.advanceTimersByTime(1_000)
  expect(onEnd).toHaveBeenCalled()
  expect(await inbox.waitForChunk()).toBe(false)
})
