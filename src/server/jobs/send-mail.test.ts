import { pino } from 'pino'
import { expect, it } from 'vitest'
import type { Message } from '#server/mail/messages.ts'
import { verificationCodeMail } from '#server/mail/messages.ts'
import { secretBox } from '#server/secrets/secret-box.ts'
import { queueMail } from '#server/account/queue-mail.ts'
import type { Db } from '#server/db/database.ts'
import { sendMail } from './send-mail.ts'

const secrets = secretBox('a secret of at least thirty-two characters')
const log = pino({ level: 'silent' })
// The queue below keeps what it is given and asks no database.
const db = {} as Db

async function queuedAndSent(message: Message): Promise<{ queued: string; sent: Message[] }> {
  const taken: unknown[] = []
  const queue = {
    send: async (_db: Db, _name: string, data: Record<string, unknown>) => void taken.push(data),
    work: async () => {},
    close: async () => {},
  }
  const sent: Message[] = []
  const mailer = { kind: 'smtp' as const, send: async (mail: Message) => void sent.push(mail), close() {} }
  await queueMail({ db, queue, secrets }, message)
  await sendMail({ mailer, secrets, log }, taken[0])
  return { queued: JSON.stringify(taken), sent }
}

const message = (expiresAt: Date) =>
  verificationCodeMail({
    to: 'ada@example.org',
    code: '0123456',
    appUrl: 'http://localhost:3000',
    expiresAt,
    minutes: 15,
  })

it('sends what was queued, and shows none of it in the queue', async () => {
  const mail = message(new Date(Date.now() + 60_000))
  const { queued, sent } = await queuedAndSent(mail)
  expect(sent).toEqual([mail])
  expect(queued).not.toMatch(/0123456|ada@example/)
})

it('drops a mail whose code has expired while the mail server was away', async () => {
  expect((await queuedAndSent(message(new Date(Date.now() - 1000)))).sent).toEqual([])
})

it('fails, to be tried again and seen in the log, on a payload that it cannot open', async () => {
  const mailer = { kind: 'smtp' as const, send: async () => {}, close() {} }
  await expect(sendMail({ mailer, secrets, log }, { sealed: 'v1.AAAA' })).rejects.toThrow()
  await expect(sendMail({ mailer, secrets, log }, {})).rejects.toThrow()
})
