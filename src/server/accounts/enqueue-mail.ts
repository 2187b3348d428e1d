/**
 * Mail in the queue. It is encrypted, so that neither the queue nor a database dump reveals codes or addresses, and its
 * message is chosen when it is sent.
 */
import { z } from 'zod'
import type { Db } from '#server/platform/db/database.ts'
import { users } from '#server/platform/db/schema/index.ts'
import type { Queue } from '#server/platform/open-queue.ts'
import { type SecretBox, secretPurposes } from '#server/platform/secret-box.ts'
import { inLanguage, type Message } from '#server/mail/messages.ts'
import { whereAccountOf } from './provision-account.ts'

const QueuedMessage: z.ZodType<Message> = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  translations: z.record(z.string(), z.object({ subject: z.string(), text: z.string(), html: z.string() })).optional(),
  /** What the log says instead of the mail when there is no SMTP server. */
  logText: z.string(),
  /** An ISO time. */
  sendBefore: z.string(),
})

/**
 * A mail whose message depends on whether `to` has an account; null sends nothing. The choice is made when the mail is
 * sent, not during the request: otherwise the response time would reveal whether an account exists.
 */
export type AccountMail = {
  to: string
  ifAccount: Message | null
  ifNoAccount: Message | null
  /** For `ifNoAccount`; `ifAccount` is in the language of the account. English by default. */
  language?: string | undefined
}
const QueuedMail: z.ZodType<AccountMail> = z.object({
  to: z.string(),
  ifAccount: QueuedMessage.nullable(),
  ifNoAccount: QueuedMessage.nullable(),
  language: z.string().optional(),
})

/** Enqueues a mail. `tx` is an open transaction or the database itself. */
export type EnqueueMail = (tx: Db, mail: AccountMail) => Promise<void>

export function createEnqueueMail({ queue, secrets }: { queue: Pick<Queue, 'send'>; secrets: SecretBox }): EnqueueMail {
  return (tx, mail) => queue.send(tx, 'send-mail', { sealed: secrets.seal(JSON.stringify(mail), secretPurposes.mail) })
}

/** Decrypts a queued mail. Throws when it was encrypted with another APP_SECRET. */
export function unsealMail(secrets: SecretBox, sealed: string): AccountMail {
  return QueuedMail.parse(JSON.parse(secrets.open(sealed, secretPurposes.mail)))
}

/**
 * Chooses the message by whether `to` has an account now, in the language of the recipient; null sends nothing. Call it
 * when the mail is sent, not during the request.
 */
export async function resolveMail(
  db: Db,
  { to, ifAccount, ifNoAccount, language = 'en' }: AccountMail,
): Promise<Message | null> {
  const [account] = await db.select({ language: users.language }).from(users).where(whereAccountOf(to))
  const message = account ? ifAccount : ifNoAccount
  return message && inLanguage(message, account?.language ?? language)
}
