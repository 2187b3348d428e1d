/** The texts of mails and change reports in English, the source of the others. Lines are short: see `body`. */
import { RETENTION_NOTICE_DAYS } from '#shared/crawl/crawls.ts'
import type { ChangeKind } from '#shared/chat/change-reports.ts'
import type {
  ChangesOptions,
  CodeOptions,
  CrawlEndedOptions,
  CrawlsExpiringOptions,
  EmailChangedOptions,
  MailText,
  NoticeOptions,
  ResetLinkOptions,
} from '#server/mail/messages.ts'

const CRAWLS_IN_MAIL = 20
const counted = (n: number, noun: string) => `${n} ${noun}${n === 1 ? '' : 's'}`
const kindWords: Record<ChangeKind, string> = { added: 'New', removed: 'Removed', moved: 'Moved', changed: 'Changed' }

export const en = {
  verificationCode: ({ code, appUrl, minutes }: CodeOptions): MailText => ({
    subject: 'Your Readback verification code',
    paragraphs: [
      'Welcome to Readback. Your verification code is:',
      { strong: code },
      `Enter it within ${minutes} minutes at\n${appUrl}/auth/verify\nin the browser you signed up with.`,
      'In another browser, sign in first to get a new code.',
      "If you didn't sign up for Readback, you can ignore this email.",
    ],
  }),
  alreadyRegistered: ({ appUrl }: NoticeOptions): MailText => ({
    subject: 'You already have a Readback account',
    paragraphs: [
      'Someone tried to sign up for Readback with this email address.',
      'You already have an account, and nothing about it has changed.',
      `To sign in or reset your password, go to\n${appUrl}`,
      "If this wasn't you, you can ignore this email.",
    ],
  }),
  signInCode: ({ code, appUrl, minutes }: CodeOptions): MailText => ({
    subject: 'Your Readback sign-in code',
    paragraphs: [
      'Someone entered wrong passwords for your Readback account several times,\nso signing in with a password from a new browser is paused.',
      'To sign in now, enter this code together with your password:',
      { strong: code },
      `The code is valid for ${minutes} minutes, and only in the browser that\nrequested it.`,
      `If you didn't ask for it, you can ignore this email. Nothing has changed.\nTo choose another password, go to\n${appUrl}`,
    ],
  }),
  resetLink: ({ minutes }: ResetLinkOptions, link: string): MailText => ({
    subject: 'Reset your Readback password',
    paragraphs: [
      `To choose a new password, open this link within ${minutes} minutes:`,
      { link },
      'The link works only once.',
      "If you didn't ask to reset your password, you can ignore this email.\nYour password stays the same.",
    ],
  }),
  changeEmail: ({ code, appUrl, minutes }: CodeOptions): MailText => ({
    subject: 'Confirm your new email address for Readback',
    paragraphs: [
      'Your confirmation code is:',
      { strong: code },
      `Enter it within ${minutes} minutes at\n${appUrl}/account\nto use this address for your Readback account.`,
      "If you didn't ask for this change, you can ignore this email.",
    ],
  }),
  emailChanged: ({ newEmail, appUrl }: EmailChangedOptions): MailText => ({
    subject: 'The email address of your Readback account was changed',
    paragraphs: [
      `Your Readback account now uses the email address ${newEmail}.`,
      `If you didn't make this change, contact the operator of\n${appUrl}\nimmediately.`,
    ],
  }),
  passwordChanged: ({ appUrl }: NoticeOptions): MailText => ({
    subject: 'Your Readback password was changed',
    paragraphs: [
      'The password of your Readback account was changed.\nAll other sessions were signed out.',
      `If you didn't make this change, reset your password immediately at\n${appUrl}`,
    ],
  }),
  crawlEnded: ({ site, pagesRead, skipped, failure, link }: CrawlEndedOptions): MailText => ({
    subject: `Your crawl of ${new URL(site).host} has ${failure ? 'failed' : 'finished'}`,
    paragraphs: [
      failure ? `Your crawl of\n${site}\nhas failed:` : `Your crawl of\n${site}\nhas finished.`,
      ...(failure ? [failure.message] : []),
      `Pages crawled: ${pagesRead}\nAddresses skipped: ${skipped}`,
      'See the pages, and why addresses were skipped:',
      { link },
      'You get this email because you asked for it when you started the crawl.',
    ],
  }),
  crawlsExpiring: ({ crawls, expiresAt, retentionDays }: CrawlsExpiringOptions): MailText => {
    const [first] = crawls
    const isOne = crawls.length === 1
    const which = isOne ? `Your crawl of ${new URL(first?.url ?? '').host}` : `${crawls.length} of your crawls`
    const day = expiresAt.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
    const more = crawls.length - CRAWLS_IN_MAIL
    return {
      subject: `${which} will be deleted on ${day}`,
      paragraphs: [
        `${which} will be deleted on ${day},\nbecause no chat uses ${isOne ? 'its' : 'their'} pages and ${isOne ? 'it was' : 'they were'} last used\nmore than ${retentionDays - RETENTION_NOTICE_DAYS} days ago.`,
        'To keep a crawl, open it and save the chat. To keep it for another\n' +
          `${retentionDays} days, ask a question about it or continue it.`,
        ...crawls
          .slice(0, CRAWLS_IN_MAIL)
          .flatMap(({ url, pages, link }) => [`${url}\n${counted(pages, 'page')}`, { link }]),
        ...(more > 0 ? [`And ${more} more.`] : []),
        'Pages that a chat uses are never deleted this way.',
      ],
    }
  },
  changes: ({ notebook }: ChangesOptions, reports: readonly (string | { link: string })[]): MailText => ({
    subject: `Changes in ${notebook}`,
    paragraphs: [
      `Checks of your notebook ${notebook} have found changes.`,
      ...reports,
      'You get this email because emails are on in the Changes tab of the notebook.',
    ],
  }),
  /** Of change reports, in mails and feeds. */
  report: {
    feedTitle: (notebook: string) => `Changes: ${notebook}`,
    count: (kind: ChangeKind, n: number) =>
      kind === 'added' ? counted(n, 'new page') : `${counted(n, 'page')} ${kind}`,
    page: (kind: ChangeKind, url: string, movedTo: string | null) =>
      `${kindWords[kind]}: ${url}${movedTo ? ` to ${movedTo}` : ''}`,
    otherPages: (n: number) => `and ${counted(n, 'other page')}`,
    questions: (n: number) => `Affected checks: ${n}`,
    citations: (n: number) => `Citations no longer on the site: ${n}`,
  },
}

export type MailTexts = typeof en
