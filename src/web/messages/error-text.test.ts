import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { Title } from '#shared/chat/chats.ts'
import { errorBody } from '#shared/errors.ts'
import { detailText, errorText, failureMessage, issuesByField, issueText } from './error-text.ts'
import { openLanguage } from './language.ts'
import { day, formatNumber } from './numbers-and-dates.ts'
import { t } from './t.ts'

beforeAll(() => openLanguage('de'))
// Test files of a worker share their modules.
afterAll(() => openLanguage('en'))

describe('in German, a failure of the server', () => {
  it.each([
    [errorBody({ code: 'chat.not-found' }), 'Der Chat konnte nicht geladen werden'],
    [
      errorBody({ code: 'preview.busy', values: { host: 'a.example', retryAfterSeconds: 5 } }),
      expect.stringContaining('a.example'),
    ],
    [
      errorBody({ code: 'crawl.scrape-failed', values: { url: 'https://a.example/x', reason: { code: 'timeout' } } }),
      expect.stringMatching(/https:\/\/a\.example\/x.*Die Website hat zu lange nicht geantwortet/),
    ],
  ])('is translated by code and values: %j', (error, text) => {
    expect(failureMessage(error)).toEqual(text)
  })

  it.each([
    ['has a code of a newer version', { code: 'some.newer-code', message: 'Something new.' }],
    ['lacks a value', { code: 'preview.busy', message: 'a.example is busy.' }],
  ])('stays English when it %s', (_case, error) => {
    expect(failureMessage(error)).toBe(error.message)
  })

  it('translates the detail of a skipped address', () => {
    const refused = { detail: 'a.example refused the connection', detailCode: 'host-refused' }
    expect(detailText({ ...refused, values: { host: 'a.example' } })).toBe('a.example hat die Verbindung abgelehnt')
    expect(detailText({ detail: '/blog/*' })).toBe('/blog/*')
  })

  it('translates what a schema rejects, with its limit', () => {
    const { error } = Title.safeParse('x'.repeat(1000))
    expect(issueText(error?.issues[0])).toMatch(/^Der Titel darf höchstens \d+ Zeichen lang sein\.$/)
  })
})

describe('in German, the screen', () => {
  it('shows its own errors by code', () => {
    expect(errorText('credits.insufficient', { n: 20 })).toContain('20')
  })

  it('formats plurals, numbers and dates', () => {
    expect(t('skipped.count', { n: 1 })).toBe('1 Adresse übersprungen')
    expect(t('skipped.count', { n: 1204 })).toBe('1.204 Adressen übersprungen')
    expect(formatNumber(1204.5)).toBe('1.204,5')
    expect(day('2026-03-01T12:00:00Z', { dateStyle: 'long', timeZone: 'UTC' })).toBe('1. März 2026')
  })
})

it('shows the first issue of each invalid field', () => {
  const schema = z.object({
    name: z.string().min(3, 'first').regex(/^a/, 'second'),
    prices: z.array(z.number('third')),
  })
  expect(issuesByField(schema.safeParse({ name: 'b', prices: ['x'] }).error)).toEqual({
    name: 'first',
    prices: 'third',
  })
  expect(issuesByField(undefined)).toEqual({})
})
