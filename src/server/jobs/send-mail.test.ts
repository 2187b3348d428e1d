import { pino } from 'pino'
import { expect, it } from 'vitest'
import type { Message } from '#server/mail/messages.ts'
import { alreadyRegisteredMail, verificationCodeMail } from '#server/mail/messages.ts'
import { jobData } from '#server/platform/queues.ts'
import { createSecretBox } from '#server/platform/secret-box.ts'
import { type AccountMail, createEnqueueMail } from '#server/accounts/enqueue-mail.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sendMail } from './send-mail.ts'

const secrets = createSecretBox('a secret of at least thirty-two characters')
const log = pino({ level: 'silent' })
/** The only query of `resolveMail`: the account of an address. */
const database = (accounts: { language: string }[]) => {
  const select = () => ({ from: () => ({ where: async () => accounts }) })
  return { select } as unknown as Db // Only what `resolveMail` uses.
}

async function queueAndSend(mail: AccountMail, accounts: { language: string }[] = []) {
  const db = database(accounts)
  let sealed = ''
  const queue = {
    send: async (_db: Db, _name: string, data: unknown) => void (sealed = jobData['send-mail'].parse(data).sealed),
  }
  const sent: Message[] = []
  const mailer = { kind: 'smtp' as const, send: async (mail: Message) => void sent.push(mail), close() {} }
  await createEnqueueMail({ queue, secrets })(db, mail)
  await sendMail({ db, mailer, secrets, log }, { sealed })
  return { queued: sealed, sent }
}

const to = 'ada@example.org'
const appUrl = 'http://localhost:3000'
const mailExpiringAt = (expiresAt: Date) => ({
  to,
  ifAccount: alreadyRegisteredMail({ to, appUrl, now: new Date() }),
  ifNoAccount: verificationCodeMail({ to, code: '0123456', appUrl, expiresAt, minutes: 15 }),
})

it('sends a queued mail and keeps its content sealed in the queue', async () => {
  const mail = mailExpiringAt(new Date(Date.now() + 60_000))
  const { queued, sent } = await queueAndSend(mail)
  expect(sent).toEqual([mail.ifNoAccount])
  expect(queued).not.toMatch(/0123456|ada@example/)
})

it('checks for an account when the mail is sent, not when it is queued', async () => {
  const mail = mailExpiringAt(new Date(Date.now() + 60_000))
  expect((await queueAndSend(mail, [{ language: 'en' }])).sent).toEqual([mail.ifAccount])
  expect((await queueAndSend({ ...mail, ifAccount: null }, [{ language: 'en' }])).sent).toEqual([])
})

it('writes in the language of the account, and without one in that of who asked [languages-mail-1]', async () => {
  const mail = { ...mailExpiringAt(new Date(Date.now() + 60_000)), language: 'de' }
  const subjectOf = async (accounts: { language: string }[], language = 'de') => {
    const [message] = (await queueAndSend({ ...mail, language }, accounts)).sent
    return [message?.subject, /<html lang="(..)">/.exec(message?.html ?? '')?.[1], message?.text.split('\n')[0]]
  }
  const german = ['Ihr Bestätigungscode für Readback', 'de', 'Willkommen bei Readback. Ihr Bestätigungscode lautet:']
  const english = ['Your Readback verification code', 'en', 'Welcome to Readback. Your verification code is:']
  expect(await subjectOf([])).toEqual(german)
  expect(await subjectOf([], 'en')).toEqual(english)
  // A language without texts.
  expect(await subjectOf([], 'fr')).toEqual(english)
  expect((await subjectOf([{ language: 'de' }], 'en'))[0]).toBe('Sie haben bereits ein Readback-Konto')
  expect((await subjectOf([{ language: 'en' }], 'de'))[0]).toBe('You already have a Readback account')
})

it('drops a mail whose code has expired', async () => {
  expect((await queueAndSend(mailExpiringAt(new Date(Date.now() - 1000)))).sent).toEqual([])
})

it('fails on a payload that it cannot open', async () => {
  const mailer = { kind: 'smtp' as const, send: async () => {}, close() {} }
  await expect(sendMail({ db: database([]), mailer, secrets, log }, { sealed: 'v1.AAAA' })).rejects.toThrow()
})
