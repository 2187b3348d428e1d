/**
 * Sends email over SMTP if the operator configured a server. Otherwise each message becomes a file in the outbox, and
 * its code or link is logged.
 */
import type { Config } from '#server/platform/config.ts'
import type { Log } from '#server/platform/log.ts'
import type { Message } from './messages.ts'
import { writeToOutbox } from './write-to-outbox.ts'

// A server that does not respond must not block a worker; the job is retried.
const CONNECT_TIMEOUT_MS = 10_000
const IDLE_TIMEOUT_MS = 30_000

export type Mailer = {
  kind: 'smtp' | 'outbox'
  /** Rejects when the message was not accepted; the caller retries. */
  send(message: Message): Promise<void>
  close(): void
}

export function createMailer(config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>, log: Log): Mailer {
  return config.smtpUrl ? createSmtpMailer(config.smtpUrl, config.mailFrom, log) : createOutboxMailer(config, log)
}

function createSmtpMailer(smtpUrl: string, from: string, log: Log): Mailer {
  const options = {
    url: smtpUrl,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: IDLE_TIMEOUT_MS,
  }
  const transport = onFirstUse(async () => (await loadLibrary()).createTransport(options, { from }))
  return {
    kind: 'smtp',
    async send(message) {
      await (await transport.get()).sendMail(toMailOptions(message))
      log.info('email sent')
    },
    close: transport.close,
  }
}

function createOutboxMailer({ mailFrom, dataDir }: Pick<Config, 'mailFrom' | 'dataDir'>, log: Log): Mailer {
  const options = { streamTransport: true, buffer: true, newline: 'unix' } as const
  const transport = onFirstUse(async () => (await loadLibrary()).createTransport(options, { from: mailFrom }))
  return {
    kind: 'outbox',
    async send(message) {
      const { message: eml } = await (await transport.get()).sendMail(toMailOptions(message))
      // Always a Buffer with `buffer: true`, but the type also allows a stream.
      if (!Buffer.isBuffer(eml)) throw new Error('the message was not composed as a buffer')
      const file = await writeToOutbox(dataDir, eml)
      // The only secret in the log: without a mail server, the user cannot get it any other way.
      log.info({ file }, message.logText)
    },
    close: transport.close,
  }
}

/** Loaded with the first message: a start needs no mail. */
const loadLibrary = () => import('nodemailer')

function onFirstUse<Transport extends { close(): void }>(open: () => Promise<Transport>) {
  let opened: Promise<Transport> | undefined
  return {
    get: () => (opened ??= open()),
    close: () => void opened?.then((transport) => transport.close()),
  }
}

function toMailOptions({ to, subject, text, html }: Message) {
  // An object, because a string could be parsed as several addresses.
  return { to: { name: '', address: to }, subject, text, html }
}
