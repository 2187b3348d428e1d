/** Queues mail, sealed so that neither the queue nor a database dump reveals codes or addresses. */
import { z } from 'zod'
import type { Db } from '#server/platform/db/database.ts'
import { users } from '#server/platform/db/schema/index.ts'
import type { Queue } from '#server/platform/open-queue.ts'
import { type SecretBox, secretPurposes } from '#server/platform/secret-box.ts'
import type { Message } from '#server/mail/messages.ts'
import { isAccountOf } from './provision-account.ts'

const QueuedMessage: z.ZodType<Message> = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  logText: z.string(),
  sendBefore: z.string(),
})

/**
 * A mail whose message depends on whether `to` has an account; null sends nothing. The choice is made when the mail is
 * sent, not during the request: otherwise the response time would reveal whether an account exists.
 */
export type AccountMail = { to: string; ifAccount: Message | null; ifNoAccount: Message | null }
const QueuedMail: z.ZodType<AccountMail> = z.object({
  to: z.string(),
  ifAccount: QueuedMessage.nullable(),
  ifNoAccount: QueuedMessage.nullable(),
})

/** Enqueues a mail in the transaction `tx`, which may also be the plain database. */
export type EnqueueMail = (tx: Db, mail: AccountMail) => Promise<void>

export function createEnqueueMail({ queue, secrets }: { queue: Pick<Queue, 'send'>; secrets: SecretBox }): EnqueueMail {
  return (tx, mail) => queue.send(tx, 'send-mail', { sealed: secrets.seal(JSON.stringify(mail), secretPurposes.mail) })
}

/** Opens a queued mail. Throws when it was sealed with another APP_SECRET. */
export function unsealMail(secrets: SecretBox, sealed: string): AccountMail {
  return QueuedMail.parse(JSON.parse(secrets.open(sealed, secretPurposes.mail)))
}

/** The message to send now, or null. */
export async function resolveMail(db: Db, { to, ifAccount, ifNoAccount }: AccountMail): Promise<Message | null> {
  const found = await db.select({ id: users.id }).from(users).where(isAccountOf(to))
  return found.length > 0 ? ifAccount : ifNoAccount
}
