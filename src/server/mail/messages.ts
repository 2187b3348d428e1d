/** The text of every email, as plain text and as HTML. */
import { RETENTION_NOTICE_DAYS } from '#shared/crawl/crawls.ts'
import { escapeHtml } from '#server/platform/text/escape-html.ts'

export type Message = {
  to: string
  subject: string
  text: string
  html: string
  /** Logged when there is no mail server: the code or link itself. */
  logText: string
  /** ISO time after which the message is useless and is not sent. */
  sendBefore: string
}

type CodeOptions = { to: string; code: string; appUrl: string; expiresAt: Date; minutes: number }

export function verificationCodeMail({ to, code, appUrl, expiresAt, minutes }: CodeOptions): Message {
  return {
    to,
    subject: 'Your Readback verification code',
    ...body(
      'Welcome to Readback. Your verification code is:',
      { strong: code },
      `Enter it within ${minutes} minutes at\n${appUrl}/auth/verify\nin the browser you signed up with.`,
      'In another browser, sign in first to get a new code.',
      "If you didn't sign up for Readback, you can ignore this email.",
    ),
    logText: `Verification code for ${to}: ${code}`,
    sendBefore: expiresAt.toISOString(),
  }
}

/** Sent when someone signs up with an address that has an account. The screen looks the same as for a new address. */
export function alreadyRegisteredMail({ to, appUrl, now }: { to: string; appUrl: string; now: Date }): Message {
  return {
    to,
    subject: 'You already have a Readback account',
    ...body(
      'Someone tried to sign up for Readback with this email address.',
      'You already have an account, and nothing about it has changed.',
      `To sign in or reset your password, go to\n${appUrl}`,
      "If this wasn't you, you can ignore this email.",
    ),
    logText: `${to} already has an account: sign in at ${appUrl}`,
    sendBefore: oneDayAfter(now),
  }
}

/** Sent on request while passwords for the account are paused. */
export function signInCodeMail({ to, code, appUrl, expiresAt, minutes }: CodeOptions): Message {
  return {
    to,
    subject: 'Your Readback sign-in code',
    ...body(
      'Wrong passwords were entered for your Readback account several times,\nso passwords from new browsers have to wait.',
      'To sign in now, enter this code together with your password:',
      { strong: code },
      `The code is valid for ${minutes} minutes, only in the browser that asked for it.`,
      `If you didn't ask for it, you can ignore this email. Nothing has changed.\nTo choose another password, go to\n${appUrl}`,
    ),
    logText: `Sign-in code for ${to}: ${code}`,
    sendBefore: expiresAt.toISOString(),
  }
}

type ResetLinkOptions = { to: string; token: string; appUrl: string; expiresAt: Date; minutes: number }

export function resetLinkMail({ to, token, appUrl, expiresAt, minutes }: ResetLinkOptions): Message {
  const link = `${appUrl}/auth/reset-password?token=${token}`
  return {
    to,
    subject: 'Reset your Readback password',
    ...body(
      `To choose a new password, open this link within ${minutes} minutes:`,
      { link },
      'The link works only once.',
      "If you didn't ask to reset your password, you can ignore this email.\nYour password stays the same.",
    ),
    logText: `Password reset link for ${to}: ${link}`,
    sendBefore: expiresAt.toISOString(),
  }
}

/** Sent to the new address. */
export function changeEmailMail({ to, code, appUrl, expiresAt, minutes }: CodeOptions): Message {
  return {
    to,
    subject: 'Confirm your new email address for Readback',
    ...body(
      'Your confirmation code is:',
      { strong: code },
      `Enter it within ${minutes} minutes at\n${appUrl}/account\nto use this address for your Readback account.`,
      "If you didn't ask for this change, you can ignore this email.",
    ),
    logText: `Confirmation code for the new address ${to}: ${code}`,
    sendBefore: expiresAt.toISOString(),
  }
}

type EmailChangedOptions = { to: string; newEmail: string; appUrl: string; now: Date }

/** Sent to the old address. */
export function emailChangedMail({ to, newEmail, appUrl, now }: EmailChangedOptions): Message {
  return {
    to,
    subject: 'The email address of your Readback account was changed',
    ...body(
      `Your Readback account now uses the email address ${newEmail}.`,
      `If you didn't make this change, contact the operator of\n${appUrl}\nimmediately.`,
    ),
    logText: `The account of ${to} now uses ${newEmail}`,
    sendBefore: oneDayAfter(now),
  }
}

export function passwordChangedMail({ to, appUrl, now }: { to: string; appUrl: string; now: Date }): Message {
  return {
    to,
    subject: 'Your Readback password was changed',
    ...body(
      'The password of your Readback account was changed.\nAll other sessions were signed out.',
      `If you didn't make this change, reset your password immediately at\n${appUrl}`,
    ),
    logText: `The password of ${to} was changed`,
    sendBefore: oneDayAfter(now),
  }
}

type CrawlEndedOptions = {
  to: string
  /** The start address of the crawl. */
  site: string
  pagesRead: number
  skipped: number
  /** Why the crawl failed; null when it finished. */
  failure: string | null
  /** The address of the crawl's screen. */
  link: string
  now: Date
}

export function crawlEndedMail({ to, site, pagesRead, skipped, failure, link, now }: CrawlEndedOptions): Message {
  const { host } = new URL(site)
  return {
    to,
    subject: failure ? `Your crawl of ${host} has failed` : `Your crawl of ${host} has finished`,
    ...body(
      failure ? `Your crawl of\n${site}\nhas failed:` : `Your crawl of\n${site}\nhas finished.`,
      ...(failure ? [failure] : []),
      `Pages read: ${pagesRead}\nAddresses skipped: ${skipped}`,
      'See the pages, and why addresses were skipped:',
      { link },
      'You get this email because you asked for it when you started the crawl.',
    ),
    logText: `The crawl of ${host} for ${to} has ended: ${link}`,
    sendBefore: oneDayAfter(now),
  }
}

type CrawlsExpiringOptions = {
  to: string
  /** The start address and the number of pages of each crawl. */
  crawls: readonly { url: string; pages: number; link: string }[]
  /** A UTC day such as "14 December 2026". */
  day: string
  /** Days after their last use that crawls are deleted. */
  retentionDays: number
  now: Date
}

const CRAWLS_IN_MAIL = 20

export function crawlsExpiringMail({ to, crawls, day, retentionDays, now }: CrawlsExpiringOptions): Message {
  const [first] = crawls
  const which =
    crawls.length === 1 ? `Your crawl of ${new URL(first?.url ?? '').host}` : `${crawls.length} of your crawls`
  const more = crawls.length - CRAWLS_IN_MAIL
  return {
    to,
    subject: `${which} will be deleted on ${day}`,
    ...body(
      `${which} will be deleted on ${day}, because no chat uses ${crawls.length === 1 ? 'its' : 'their'} pages\nand ${crawls.length === 1 ? 'it was' : 'they were'} last used more than ${retentionDays - RETENTION_NOTICE_DAYS} days ago.`,
      'To keep a crawl, open it and save the chat. To keep it for another\n' +
        `${retentionDays} days, ask a question about it or continue it.`,
      ...crawls
        .slice(0, CRAWLS_IN_MAIL)
        .flatMap(({ url, pages, link }) => [`${url}\n${pages} ${pages === 1 ? 'page' : 'pages'}`, { link }]),
      ...(more > 0 ? [`And ${more} more.`] : []),
      'Pages that a chat uses are never deleted this way.',
    ),
    logText: `${which} of ${to} will be deleted on ${day}`,
    sendBefore: oneDayAfter(now),
  }
}

type ChangesOptions = {
  to: string
  notebook: string
  /** Oldest first. */
  reports: readonly { heading: string; lines: readonly string[]; link: string }[]
  now: Date
}

export function changesMail({ to, notebook, reports, now }: ChangesOptions): Message {
  return {
    to,
    subject: `Changes in ${notebook}`,
    ...body(
      `Checks of your notebook ${notebook} have found changes.`,
      ...reports.flatMap(({ heading, lines, link }) => [[heading, ...lines].join('\n'), { link }]),
      'You get this email because it is on in the Changes tab of the notebook.',
    ),
    logText: `Changes in a notebook of ${to}: ${reports.at(-1)?.link ?? ''}`,
    sendBefore: oneDayAfter(now),
  }
}

const oneDayAfter = (now: Date) => new Date(now.getTime() + 24 * 60 * 60 * 1000).toISOString()

type Paragraph = string | { strong: string } | { link: string }

/** Lines are kept short: a transport folds long ones, and a folded code cannot be copied. */
function body(...paragraphs: Paragraph[]): { text: string; html: string } {
  return {
    text: paragraphs.map(toText).join('\n\n') + '\n',
    html: ['<!doctype html>', '<html lang="en"><body>', ...paragraphs.map(toHtml), '</body></html>', ''].join('\n'),
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
  return `<p style="font-size:28px;letter-spacing:4px">\n<strong>${escapeHtml(paragraph.strong)}</strong>\n</p>`
}
