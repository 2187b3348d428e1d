/** Hands a letter to the queue, sealed: a database dump or a look at the queue shows no code. */
import { z } from 'zod'
import type { Db } from '#server/db/database.ts'
import { users } from '#server/db/schema/index.ts'
import type { Message } from '#server/mail/messages.ts'
import type { Queue } from '#server/queue/open-queue.ts'
import type { SecretBox } from '#server/secrets/secret-box.ts'
import { isAccount } from './is-account.ts'

const PURPOSE = 'queued mail'

const QueuedMessage: z.ZodType<Message> = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  essence: z.string(),
  usefulUntil: z.string(),
})

/**
 * What `to` is sent: one message if the address has an account, another or none if it has not. Which of the two is
 * found out when the letter is taken from the queue, not while somebody waits: the wait would tell.
 */
export type Letter = { to: string; toAccount: Message | null; toNobody: Message | null }
const QueuedLetter: z.ZodType<Letter> = z.object({
  to: z.string(),
  toAccount: QueuedMessage.nullable(),
  toNobody: QueuedMessage.nullable(),
})

/** Posts a letter within `tx`, which may be a plain database. */
export type PostLetter = (tx: Db, letter: Letter) => Promise<void>

export async function queueMail({ db, queue, secrets }: { db: Db; queue: Queue; secrets: SecretBox }, letter: Letter) {
  await queue.send(db, 'send-mail', { sealed: secrets.seal(JSON.stringify(letter), PURPOSE) })
}

/** What `queueMail` sealed. Throws when it was sealed under another APP_SECRET. */
export function openMail(secrets: SecretBox, sealed: string): Letter {
  return QueuedLetter.parse(JSON.parse(secrets.open(sealed, PURPOSE)))
}

/** The message of a letter that is to be sent now, or null. */
export async function chooseMessage(db: Db, { to, toAccount, toNobody }: Letter): Promise<Message | null> {
  const found = await db.select({ id: users.id }).from(users).where(isAccount(to))
  return found.length > 0 ? toAccount : toNobody
}
