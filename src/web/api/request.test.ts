import { afterEach, expect, it, vi } from 'vitest'
import { Failure, failureText } from './request.ts'

afterEach(() => vi.unstubAllGlobals())

it('says that the browser is offline, unless the server has answered', () => {
  const lost = new TypeError('Failed to fetch')
  const online = failureText(lost, 'answer.failed')
  vi.stubGlobal('navigator', { onLine: false })
  expect(failureText(lost, 'answer.failed')).toMatch(/^You’re offline/)
  expect(online).not.toContain('offline')
  expect(failureText(new Failure(404, 'crawl.not-found', 'This crawl doesn’t exist.'), 'answer.failed')).toMatch(
    /crawl/,
  )
})
