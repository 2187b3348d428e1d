/**
 * Sends mail: over SMTP when the operator named a server, else into the outbox, where each message is a file and its
 * code or link is printed to the log.
 */
import { createTransport } from 'nodemailer'
import type { Config } from '#server/config.ts'
import type { Log } from '#server/log.ts'
import type { Message } from './messages.ts'
import { writeToOutbox } from './write-to-outbox.ts'

// A server that does not answer must not hold a worker; the job is retried.
const CONNECT_TIMEOUT_MS = 10_000
const SILENCE_TIMEOUT_MS = 30_000

export type Mailer = {
  kind: 'smtp' | 'outbox'
  /** Rejects when the message was not taken; the caller retries. */
  send(message: Message): Promise<void>
  close(): void
}

export function createMailer(config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>, log: Log): Mailer {
  return config.smtpUrl ? overSmtp(config.smtpUrl, config.mailFrom, log) : intoOutbox(config, log)
}

function overSmtp(smtpUrl: string, from: string, log: Log): Mailer {
  const transport = createTransport(
    {
      url: smtpUrl,
      connectionTimeout: CONNECT_TIMEOUT_MS,
      greetingTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SILENCE_TIMEOUT_MS,
    },
    { from },
  )
  return {
    kind: 'smtp',
    async send(message) {
      await transport.sendMail(parts(message))
      log.info('mail sent')
    },
    close: () => transport.close(),
  }
}

function intoOutbox({ mailFrom, dataDir }: Pick<Config, 'mailFrom' | 'dataDir'>, log: Log): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' }, { from: mailFrom })
  return {
    kind: 'outbox',
    async send(message) {
      const { message: eml } = await transport.sendMail(parts(message))
      // With `buffer: true` it is one; the type covers streams too.
      if (!Buffer.isBuffer(eml)) throw new Error('The message was not composed in one piece')
      const file = await writeToOutbox(dataDir, eml)
      // The one secret that a log may carry: without a mail server it reaches nobody otherwise.
      log.info({ file }, message.essence)
    },
    close: () => transport.close(),
  }
}

function parts({ to, subject, text, html }: Message) {
  // As an object and not a string: an address is never read as a list of several.
  return { to: { name: '', address: to }, subject, text, html }
}
