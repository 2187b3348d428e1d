/** The words of every mail, each in plain text and as HTML. */
import { escapeHtml } from '#server/text/escape-html.ts'

export type Message = {
  to: string
  subject: string
  text: string
  html: string
  /** What the log prints when there is no mail server: the code or link itself. */
  essence: string
  /** ISO time after which the message is of no use and is no longer sent. */
  usefulUntil: string
}

type VerificationCode = { to: string; code: string; appUrl: string; expiresAt: Date; minutes: number }

/** The seven digits that prove the address is the person's own. */
export function verificationCodeMail({ to, code, appUrl, expiresAt, minutes }: VerificationCode): Message {
  const page = `${appUrl}/auth/verify`
  return {
    to,
    subject: 'Your Readback verification code',
    ...body(
      'Welcome to Readback. Your verification code is',
      { strong: code },
      `Type it at ${page}\nwithin ${minutes} minutes, in the browser in which you signed up.\nIn another one, sign in first; it gets a code of its own.`,
      'If you did not ask for this, somebody mistyped an address.\nYou can ignore this mail; without the code nothing happens.',
    ),
    essence: `Verification code for ${to}: ${code}`,
    usefulUntil: expiresAt.toISOString(),
  }
}

/** For an owner whose address was used to sign up once more: the screen says the same as to a new person. */
export function alreadyRegisteredMail({ to, appUrl, now }: { to: string; appUrl: string; now: Date }): Message {
  return {
    to,
    subject: 'You already have a Readback account',
    ...body(
      'Somebody, perhaps you, signed up for Readback with this address.',
      'You already have an account and nothing about it has changed.',
      `Sign in at ${appUrl} with the password you chose.`,
      'If this was not you, you can ignore this mail.',
    ),
    essence: `${to} already has an account: sign in at ${appUrl}`,
    usefulUntil: inADay(now),
  }
}

type ResetLink = { to: string; token: string; appUrl: string; expiresAt: Date; minutes: number }

/** The link to a form for a new password. */
export function resetLinkMail({ to, token, appUrl, expiresAt, minutes }: ResetLink): Message {
  const link = `${appUrl}/auth/reset-password?token=${token}`
  return {
    to,
    subject: 'A new password for Readback',
    ...body(
      `Choose a new password within ${minutes} minutes:`,
      { link },
      'The link works once. If you did not ask for it, you can ignore this mail; your password stays as it is.',
    ),
    essence: `Link for a new password of ${to}: ${link}`,
    usefulUntil: expiresAt.toISOString(),
  }
}

/** The seven digits that prove the new address of an account. */
export function changeEmailMail({ to, code, appUrl, expiresAt, minutes }: VerificationCode): Message {
  return {
    to,
    subject: 'Your new address for Readback',
    ...body(
      'Your code for this new address is',
      { strong: code },
      `Type it at ${appUrl}/account within ${minutes} minutes.`,
      'If you did not ask for this, somebody mistyped an address.\nYou can ignore this mail; without the code nothing happens.',
    ),
    essence: `Code for the new address ${to}: ${code}`,
    usefulUntil: expiresAt.toISOString(),
  }
}

type EmailChanged = { to: string; newEmail: string; appUrl: string; now: Date }

/** To the old address. */
export function emailChangedMail({ to, newEmail, appUrl, now }: EmailChanged): Message {
  return {
    to,
    subject: 'The address of your Readback account was changed',
    ...body(
      `From now on your Readback account belongs to ${newEmail}.`,
      `If this was not you, write to whoever runs ${appUrl} at once.`,
    ),
    essence: `The account of ${to} now belongs to ${newEmail}`,
    usefulUntil: inADay(now),
  }
}

/** For the owner, whoever it was. */
export function passwordChangedMail({ to, appUrl, now }: { to: string; appUrl: string; now: Date }): Message {
  return {
    to,
    subject: 'Your Readback password was changed',
    ...body(
      'The password of your Readback account was changed, and every other session was ended.',
      `If this was not you, ask for a new password at ${appUrl} at once.`,
    ),
    essence: `The password of ${to} was changed`,
    usefulUntil: inADay(now),
  }
}

type CrawlEnded = {
  to: string
  /** The address that the crawl started at. */
  site: string
  pagesRead: number
  skipped: number
  /** Why the crawl failed, null when it finished. */
  failure: string | null
  /** Shows the crawl. */
  link: string
  now: Date
}

/** For somebody who did not want to wait in front of the screen. */
export function crawlEndedMail({ to, site, pagesRead, skipped, failure, link, now }: CrawlEnded): Message {
  const { host } = new URL(site)
  const counts = `Pages read: ${pagesRead}\nAddresses skipped, each with its reason: ${skipped}`
  return {
    to,
    subject: failure ? `Your crawl of ${host} has failed` : `Your crawl of ${host} has finished`,
    ...body(
      failure ? `Your crawl of\n${site}\nhas failed:` : `Your crawl of\n${site}\nhas finished.`,
      ...(failure ? [failure] : []),
      counts,
      { link },
      'You asked for this mail when you started the crawl.',
    ),
    essence: `The crawl of ${host} for ${to} has ended: ${link}`,
    usefulUntil: inADay(now),
  }
}

const inADay = (now: Date) => new Date(now.getTime() + 24 * 60 * 60 * 1000).toISOString()

type Paragraph = string | { strong: string } | { link: string }

/** Short lines on purpose: longer ones are folded on their way, and a folded code cannot be copied. */
function body(...paragraphs: Paragraph[]): { text: string; html: string } {
  return {
    text: paragraphs.map(asText).join('\n\n') + '\n',
    html: ['<!doctype html>', '<html lang="en"><body>', ...paragraphs.map(asHtml), '</body></html>', ''].join('\n'),
  }
}

function asText(part: Paragraph): string {
  if (typeof part === 'string') return part
  return 'link' in part ? part.link : `    ${part.strong}`
}

function asHtml(part: Paragraph): string {
  if (typeof part === 'string') return `<p>${escapeHtml(part)}</p>`
  if ('link' in part) return `<p>\n<a href="${escapeHtml(part.link)}">\n${escapeHtml(part.link)}</a>\n</p>`
  return `<p style="font-size:28px;letter-spacing:4px">\n<strong>${escapeHtml(part.strong)}</strong>\n</p>`
}
