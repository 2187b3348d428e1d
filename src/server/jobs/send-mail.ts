/** Serves 'send-mail': one letter, sealed so that nobody reads its code in the queue. */
import { z } from 'zod'
import type { Db } from '#server/db/database.ts'
import type { Log } from '#server/log.ts'
import type { Mailer } from '#server/mail/create-mailer.ts'
import type { SecretBox } from '#server/secrets/secret-box.ts'
import { chooseMessage, openMail } from '#server/account/queue-mail.ts'

const Payload = z.object({ sealed: z.string() })

export async function sendMail(
  { db, mailer, secrets, log }: { db: Db; mailer: Mailer; secrets: SecretBox; log: Log },
  data: unknown,
) {
  const message = await chooseMessage(db, openMail(secrets, Payload.parse(data).sealed))
  if (!message) return
  if (Date.parse(message.usefulUntil) < Date.now()) {
    log.warn('a mail was not sent in time and is dropped')
    return
  }
  await mailer.send(message).catch((error: unknown) => {
    log.warn({ err: error }, 'a mail was not taken and will be tried again')
    // The queue keeps what is thrown; the library's error carries the address and the whole conversation.
    throw new Error('The mail server did not take the message')
  })
}
