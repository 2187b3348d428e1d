/** Each mail in each language: what the reader needs is in all of them. */
import { expect, it } from 'vitest'
import {
  alreadyRegisteredMail,
  changeEmailMail,
  changesMail,
  crawlEndedMail,
  crawlsExpiringMail,
  emailChangedMail,
  inLanguage,
  mailLanguages,
  passwordChangedMail,
  resetLinkMail,
  signInCodeMail,
  verificationCodeMail,
} from './messages.ts'

const to = 'ada@example.org'
const appUrl = 'https://readback.example.org'
const now = new Date('2026-11-25T12:00:00Z')
const notice = { to, appUrl, now }
const code = { to, appUrl, code: '0123456', minutes: 15, expiresAt: now }
const link = `${appUrl}/?crawl=1`
const ended = { to, site: 'https://docs.example.org/a', pagesRead: 7, skipped: 3, link, now }
const crawls = Array.from({ length: 22 }, (_, n) => ({ url: `https://docs.example.org/${n}`, pages: n, link }))
const expiring = { to, expiresAt: now, retentionDays: 30, now }

it.each([
  ['verification code', verificationCodeMail(code), ['0123456', '15', `${appUrl}/auth/verify`]],
  ['already registered', alreadyRegisteredMail(notice), [appUrl]],
  ['sign-in code', signInCodeMail(code), ['0123456', '15', appUrl]],
  ['reset link', resetLinkMail({ ...code, token: 'abc' }), [`${appUrl}/auth/reset-password?token=abc`, '15']],
  ['change of address', changeEmailMail(code), ['0123456', '15', `${appUrl}/account`]],
  ['changed address', emailChangedMail({ ...notice, newEmail: 'new@example.org' }), ['new@example.org', appUrl]],
  ['changed password', passwordChangedMail(notice), [appUrl]],
  ['crawl', crawlEndedMail({ ...ended, failure: null }), ['docs.example.org', '7', '3', link]],
  [
    'failed crawl',
    crawlEndedMail({ ...ended, failure: { code: 'crawl.failed', message: 'Broken' } }),
    ['Broken', link],
  ],
  ['one expiring crawl', crawlsExpiringMail({ ...expiring, crawls: crawls.slice(0, 1) }), ['docs.example.org', '2026']],
  [
    'expiring crawls',
    crawlsExpiringMail({ ...expiring, crawls }),
    ['22', '30', '2026', link, 'https://docs.example.org/19'],
  ],
  [
    'changes',
    changesMail({
      to,
      notebook: 'Harbour',
      reports: [{ describe: ({ report }) => [report.count('moved', 2)], link }],
      now,
    }),
    ['Harbour', '2', link],
  ],
])('the mail “%s” has its facts in every language, and short lines [languages-mail-3]', (_, message, facts) => {
  const sent = mailLanguages.map((language) => inLanguage(message, language))
  expect(new Set(sent.map(({ subject }) => subject)).size).toBe(mailLanguages.length)
  expect(new Set(sent.map(({ text }) => text)).size).toBe(mailLanguages.length)
  for (const [index, { text, html, subject }] of sent.entries()) {
    expect(html).toContain(`<html lang="${mailLanguages[index]}">`)
    for (const fact of facts) expect(text).toContain(fact)
    expect(`${subject}\n${text}`).not.toMatch(/undefined|null|\[object|NaN/)
    const tooLong = text.split('\n').filter((line) => line.length > 85 && !line.includes(appUrl))
    expect(tooLong).toEqual([])
  }
})

it('says in German why a crawl failed', () => {
  const failure = { code: 'crawl.nothing-crawled', message: 'Failed to crawl any pages.' } as const
  const { text, subject } = inLanguage(crawlEndedMail({ ...ended, failure }), 'de')
  expect(subject).toBe('Ihr Crawl von docs.example.org ist fehlgeschlagen')
  expect(text).toContain('Es konnten keine Seiten gecrawlt werden.')
})
