import type { Db } from '#server/platform/db/database.ts'
import type { Log } from '#server/platform/log.ts'
import type { Mailer } from '#server/mail/create-mailer.ts'
import type { JobData } from '#server/platform/queues.ts'
import type { SecretBox } from '#server/platform/secret-box.ts'
import { resolveMail, unsealMail } from '#server/accounts/enqueue-mail.ts'

/** The job 'send-mail': one mail, sealed because it may contain a sign-in code. */
export async function sendMail(
  { db, mailer, secrets, log }: { db: Db; mailer: Mailer; secrets: SecretBox; log: Log },
  { sealed }: JobData<'send-mail'>,
) {
  const message = await resolveMail(db, unsealMail(secrets, sealed))
  if (!message) return
  if (Date.parse(message.sendBefore) < Date.now()) {
    log.warn('dropped a mail that was not sent in time')
    return
  }
  await mailer.send(message).catch((error: unknown) => {
    log.warn({ err: error }, 'failed to send a mail; retrying later')
    // The queue stores the error, and the library's contains the address and the SMTP dialogue.
    throw new Error('The mail server did not accept the message')
  })
}
