import { expect, it } from 'vitest'
import { errorMessage, messageText } from './errors.ts'

it('fills the English text of an error, with singular and plural', () => {
  expect(errorMessage('account.factor-locked', { minutes: 1 })).toBe('Too many wrong codes. Try again in 1 minute.')
  expect(errorMessage('credits.insufficient', { n: 5 })).toContain('at least 5 credits to crawl up to 5 pages.')
  expect(errorMessage('credits.too-many', { n: 1e9 })).toBe('Balance can be at most 1,000,000,000 credits.')
  expect(errorMessage('admin.no-account', { email: '$& {email}' })).toBe('There’s no account for $& {email}.')
  expect(errorMessage('admin.no-account')).toContain('{email}')
  const reason = { code: 'not-stored-links', values: { n: 1 } } as const
  expect(messageText({ code: 'preview.failed', values: { reason } })).toBe(
    'Couldn’t preview the site: Not stored: 1 link',
  )
})
