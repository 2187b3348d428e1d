/** Hands a message to the queue, sealed: a database dump or a look at the queue shows no code. */
import { z } from 'zod'
import type { Db } from '#server/db/database.ts'
import type { Message } from '#server/mail/messages.ts'
import type { Queue } from '#server/queue/open-queue.ts'
import type { SecretBox } from '#server/secrets/secret-box.ts'

const PURPOSE = 'queued mail'

const QueuedMessage: z.ZodType<Message> = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  essence: z.string(),
  usefulUntil: z.string(),
})

/** Enqueues within `db`, which may be a transaction. */
export async function queueMail(
  { db, queue, secrets }: { db: Db; queue: Queue; secrets: SecretBox },
  message: Message,
) {
  await queue.send(db, 'send-mail', { sealed: secrets.seal(JSON.stringify(message), PURPOSE) })
}

/** What `queueMail` sealed. Throws when it was sealed under another APP_SECRET. */
export function openMail(secrets: SecretBox, sealed: string): Message {
  return QueuedMessage.parse(JSON.parse(secrets.open(sealed, PURPOSE)))
}
