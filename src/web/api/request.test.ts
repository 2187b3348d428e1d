import { afterEach, expect, it, vi } from 'vitest'
import { Failure, failureText } from './request.ts'

afterEach(() => vi.unstubAllGlobals())

it('says that the server is unreachable where no more specific text is known', () => {
  const unreachable = /^Can’t reach Readback/
  expect(failureText(new TypeError('Failed to fetch'), 'server.unexpected')).toMatch(unreachable)
  expect(failureText(new Failure(502, '', ''), 'server.unexpected'), 'of a proxy').toMatch(unreachable)
  expect(failureText(new Failure(500, '', ''), 'server.unexpected')).toMatch(/^Something went wrong/)
  expect(failureText(new TypeError('Failed to fetch'), 'answer.failed')).toMatch(/^Failed to get a response/)
})

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
