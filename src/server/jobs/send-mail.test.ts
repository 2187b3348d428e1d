import { pino } from 'pino'
import { expect, it } from 'vitest'
import type { Message } from '#server/mail/messages.ts'
import { alreadyRegisteredMail, verificationCodeMail } from '#server/mail/messages.ts'
import { secretBox } from '#server/secrets/secret-box.ts'
import { type Letter, queueMail } from '#server/account/queue-mail.ts'
import type { Db } from '#server/db/database.ts'
import { sendMail } from './send-mail.ts'

const secrets = secretBox('a secret of at least thirty-two characters')
const log = pino({ level: 'silent' })
/** The queue below keeps what it is given; of the database only whether the address has an account is asked. */
const database = (accounts: { id: string }[]) => {
  const select = () => ({ from: () => ({ where: async () => accounts }) })
  return { select } as unknown as Db // the one question of `chooseMessage`
}

async function queuedAndSent(letter: Letter, accounts: { id: string }[] = []) {
  const db = database(accounts)
  const taken: unknown[] = []
  const queue = {
    send: async (_db: Db, _name: string, data: Record<string, unknown>) => void taken.push(data),
    work: async () => {},
    rest: async () => {},
    close: async () => {},
  }
  const sent: Message[] = []
  const mailer = { kind: 'smtp' as const, send: async (mail: Message) => void sent.push(mail), close() {} }
  await queueMail({ db, queue, secrets }, letter)
  await sendMail({ db, mailer, secrets, log }, taken[0])
  return { queued: JSON.stringify(taken), sent }
}

const to = 'ada@example.org'
const appUrl = 'http://localhost:3000'
const letter = (expiresAt: Date) => ({
  to,
  toAccount: alreadyRegisteredMail({ to, appUrl, now: new Date() }),
  toNobody: verificationCodeMail({ to, code: '0123456', appUrl, expiresAt, minutes: 15 }),
})

it('sends what was queued, and shows none of it in the queue', async () => {
  const mail = letter(new Date(Date.now() + 60_000))
  const { queued, sent } = await queuedAndSent(mail)
  expect(sent).toEqual([mail.toNobody])
  expect(queued).not.toMatch(/0123456|ada@example/)
})

it('decides only when it sends whether the address has an account', async () => {
  const mail = letter(new Date(Date.now() + 60_000))
  expect((await queuedAndSent(mail, [{ id: 'ada' }])).sent).toEqual([mail.toAccount])
  expect((await queuedAndSent({ ...mail, toAccount: null }, [{ id: 'ada' }])).sent).toEqual([])
})

it('drops a mail whose code has expired while the mail server was away', async () => {
  expect((await queuedAndSent(letter(new Date(Date.now() - 1000)))).sent).toEqual([])
})

it('fails, to be tried again and seen in the log, on a payload that it cannot open', async () => {
  const mailer = { kind: 'smtp' as const, send: async () => {}, close() {} }
  await expect(sendMail({ db: database([]), mailer, secrets, log }, { sealed: 'v1.AAAA' })).rejects.toThrow()
  await expect(sendMail({ db: database([]), mailer, secrets, log }, {})).rejects.toThrow()
})
