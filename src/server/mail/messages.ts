/** Every email, as plain text and as HTML, in each language of texts/. */
import type { ErrorCode } from '#shared/errors.ts'
import { escapeHtml } from '#server/platform/text/escape-html.ts'
import { de } from './texts/de.ts'
import { en, type MailTexts } from './texts/en.ts'

type Content = { subject: string; text: string; html: string }

export type Message = Content & {
  to: string
  /** By language; without one the message is English. */
  translations?: Record<string, Content> | undefined
  /** Logged when there is no mail server: the code or link itself. */
  logText: string
  /** ISO time after which the message is useless and is not sent. */
  sendBefore: string
}

type Paragraph = string | { strong: string } | { link: string }
export type MailText = { subject: string; paragraphs: readonly Paragraph[] }

const translations: Readonly<Record<string, MailTexts>> = { de }

/** The languages that mails are written in. */
export const mailLanguages: readonly string[] = ['en', ...Object.keys(translations)]

/** The texts in a language, English where there are none. */
export const textsIn = (language: string): MailTexts => translations[language] ?? en

/** The message as it is sent to someone with this language. */
export const inLanguage = (message: Message, language: string): Message => ({
  ...message,
  ...message.translations?.[language],
})

function inEachLanguage(write: (texts: MailTexts) => MailText) {
  const content = (texts: MailTexts, language: string): Content => {
    const { subject, paragraphs } = write(texts)
    return { subject, ...body(paragraphs, language) }
  }
  const translated = Object.entries(translations).map(([language, texts]) => [language, content(texts, language)])
  return { ...content(en, 'en'), translations: Object.fromEntries(translated) as Record<string, Content> }
}

export type NoticeOptions = { to: string; appUrl: string; now: Date }
export type CodeOptions = { to: string; code: string; appUrl: string; expiresAt: Date; minutes: number }

export function verificationCodeMail(options: CodeOptions): Message {
  const { to, code, expiresAt } = options
  return {
    to,
    ...inEachLanguage((texts) => texts.verificationCode(options)),
    logText: `Verification code for ${to}: ${code}`,
    sendBefore: expiresAt.toISOString(),
  }
}

/** Sent when someone signs up with an address that has an account. The screen looks the same as for a new address. */
export function alreadyRegisteredMail(options: NoticeOptions): Message {
  const { to, appUrl, now } = options
  return {
    to,
    ...inEachLanguage((texts) => texts.alreadyRegistered(options)),
    logText: `${to} already has an account: sign in at ${appUrl}`,
    sendBefore: oneDayAfter(now),
  }
}

/** Sent on request while passwords for the account are paused. */
export function signInCodeMail(options: CodeOptions): Message {
  const { to, code, expiresAt } = options
  return {
    to,
    ...inEachLanguage((texts) => texts.signInCode(options)),
    logText: `Sign-in code for ${to}: ${code}`,
    sendBefore: expiresAt.toISOString(),
  }
}

export type ResetLinkOptions = { to: string; token: string; appUrl: string; expiresAt: Date; minutes: number }

export function resetLinkMail(options: ResetLinkOptions): Message {
  const { to, token, appUrl, expiresAt } = options
  const link = `${appUrl}/auth/reset-password?token=${token}`
  return {
    to,
    ...inEachLanguage((texts) => texts.resetLink(options, link)),
    logText: `Password reset link for ${to}: ${link}`,
    sendBefore: expiresAt.toISOString(),
  }
}

/** Sent to the new address. */
export function changeEmailMail(options: CodeOptions): Message {
  const { to, code, expiresAt } = options
  return {
    to,
    ...inEachLanguage((texts) => texts.changeEmail(options)),
    logText: `Confirmation code for the new address ${to}: ${code}`,
    sendBefore: expiresAt.toISOString(),
  }
}

export type EmailChangedOptions = NoticeOptions & { newEmail: string }

/** Sent to the old address. */
export function emailChangedMail(options: EmailChangedOptions): Message {
  const { to, newEmail, now } = options
  return {
    to,
    ...inEachLanguage((texts) => texts.emailChanged(options)),
    logText: `The account of ${to} now uses ${newEmail}`,
    sendBefore: oneDayAfter(now),
  }
}

export function passwordChangedMail(options: NoticeOptions): Message {
  const { to, now } = options
  return {
    to,
    ...inEachLanguage((texts) => texts.passwordChanged(options)),
    logText: `The password of ${to} was changed`,
    sendBefore: oneDayAfter(now),
  }
}

export type CrawlEndedOptions = {
  to: string
  /** The start address of the crawl. */
  site: string
  pagesRead: number
  skipped: number
  /** Why the crawl failed, with the English message; null when it finished. */
  failure: { code: ErrorCode; message: string } | null
  /** The address of the crawl's screen. */
  link: string
  now: Date
}

export function crawlEndedMail(options: CrawlEndedOptions): Message {
  const { to, site, link, now } = options
  return {
    to,
    ...inEachLanguage((texts) => texts.crawlEnded(options)),
    logText: `The crawl of ${new URL(site).host} for ${to} has ended: ${link}`,
    sendBefore: oneDayAfter(now),
  }
}

export type CrawlsExpiringOptions = {
  to: string
  /** The start address and the number of pages of each crawl. */
  crawls: readonly { url: string; pages: number; link: string }[]
  /** They are deleted on this UTC day. */
  expiresAt: Date
  /** Days after their last use that crawls are deleted. */
  retentionDays: number
  now: Date
}

export function crawlsExpiringMail(options: CrawlsExpiringOptions): Message {
  const { to, now } = options
  const content = inEachLanguage((texts) => texts.crawlsExpiring(options))
  return { to, ...content, logText: `For ${to}: ${content.subject}`, sendBefore: oneDayAfter(now) }
}

export type ChangesOptions = {
  to: string
  notebook: string
  /** Oldest first, as in texts/. */
  reports: readonly { describe: (texts: MailTexts) => readonly string[]; link: string }[]
  now: Date
}

export function changesMail(options: ChangesOptions): Message {
  const { to, reports, now } = options
  const content = inEachLanguage((texts) => {
    const described = reports.flatMap(({ describe, link }) => [describe(texts).join('\n'), { link }])
    return texts.changes(options, described)
  })
  return {
    to,
    ...content,
    logText: `Changes in a notebook of ${to}: ${reports.at(-1)?.link ?? ''}`,
    sendBefore: oneDayAfter(now),
  }
}

const oneDayAfter = (now: Date) => new Date(now.getTime() + 24 * 60 * 60 * 1000).toISOString()

/** No colors: mail programs have light and dark ones. Styles are inline, because many of them drop style sheets. */
const OPENING = `<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
</head>
<body style="margin:0;padding:24px;font-size:16px;
line-height:1.5;font-family:system-ui,-apple-system,
'Segoe UI',Roboto,Helvetica,Arial,sans-serif">
<div style="max-width:34em;margin:0 auto">
<p style="font-size:22px;font-family:Georgia,serif">
Readback</p>`

/** Lines are kept short: a transport folds long ones, and a folded code cannot be copied. */
function body(paragraphs: readonly Paragraph[], language: string): { text: string; html: string } {
  return {
    text: paragraphs.map(toText).join('\n\n') + '\n',
    html: [
      '<!doctype html>',
      `<html lang="${language}">`,
      OPENING,
      ...paragraphs.map(toHtml),
      '</div></body></html>',
      '',
    ].join('\n'),
  }
}

function toText(paragraph: Paragraph): string {
  if (typeof paragraph === 'string') return paragraph
  return 'link' in paragraph ? paragraph.link : `    ${paragraph.strong}`
}

function toHtml(paragraph: Paragraph): string {
  if (typeof paragraph === 'string') return `<p>${escapeHtml(paragraph)}</p>`
  if ('link' in paragraph) {
    return `<p>\n<a href="${escapeHtml(paragraph.link)}">\n${escapeHtml(paragraph.link)}</a>\n</p>`
  }
  return `<p style="font-size:28px;letter-spacing:4px;\nfont-family:ui-monospace,Consolas,monospace">\n<strong>${escapeHtml(paragraph.strong)}</strong>\n</p>`
}
