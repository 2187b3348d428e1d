import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startMailServer } from '#test/mail-server.ts'
import { createMailer } from './create-mailer.ts'
import { resetLinkMail, verificationCodeMail } from './messages.ts'

const message = verificationCodeMail({
  to: 'ada@example.org',
  code: '0123456',
  appUrl: 'https://readback.example.org',
  expiresAt: new Date(Date.now() + 900_000),
  minutes: 15,
})

let dataDir: string
let logged: string
const log = pino(
  new Writable({
    write(chunk, _encoding, done) {
      logged += String(chunk)
      done()
    },
  }),
)

beforeEach(async () => {
  logged = ''
  dataDir = await mkdtemp(join(tmpdir(), 'readback-mail-test-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

describe('without a mail server', () => {
  const outbox = () => createMailer({ smtpUrl: undefined, mailFrom: 'Readback <readback@localhost>', dataDir }, log)

  it('writes each message to a file that only its owner can read', async () => {
    const mailer = outbox()
    await Promise.all([mailer.send(message), mailer.send(message), mailer.send(message)])
    const files = await readdir(join(dataDir, 'mail'))
    expect(files).toHaveLength(3)
    for (const file of files) {
      expect(file).toMatch(/\.eml$/)
      expect((await stat(join(dataDir, 'mail', file))).mode & 0o777).toBe(0o600)
    }
    expect((await stat(join(dataDir, 'mail'))).mode & 0o777).toBe(0o700)
  })

  it('writes a complete email with a plain and an HTML part that each contain the unbroken code', async () => {
    await outbox().send(message)
    const [file = ''] = await readdir(join(dataDir, 'mail'))
    const eml = await readFile(join(dataDir, 'mail', file), 'utf8')
    expect(eml).toContain('From: Readback <readback@localhost>')
    expect(eml).toContain('To: ada@example.org')
    expect(eml).toContain('Subject: Your Readback verification code')
    expect(eml).toContain('Content-Type: text/plain')
    expect(eml).toContain('Content-Type: text/html')
    expect(eml.match(/\b\d{7}\b/g)).toEqual(['0123456', '0123456'])
  })

  it('contains the whole password reset link in the file and in the log [create-mailer-1]', async () => {
    const token = 'a'.repeat(43)
    const appUrl = 'https://readback.example.org'
    const expiresAt = new Date(Date.now() + 3_600_000)
    await outbox().send(resetLinkMail({ to: 'ada@example.org', token, appUrl, expiresAt, minutes: 60 }))
    const [file = ''] = await readdir(join(dataDir, 'mail'))
    const eml = await readFile(join(dataDir, 'mail', file), 'utf8')
    const whole = `${appUrl}/auth/reset-password?token=${token}`
    // Quoted-printable folds the link; mail clients join it again.
    expect(eml.replaceAll('=\n', '').replaceAll('=3D', '=').split(whole).length - 1).toBeGreaterThanOrEqual(2)
    expect(logged).toContain(whole)
  })

  it('rejects while the outbox is not writable, so that the job is retried [create-mailer-2]', async () => {
    // A file in place of the folder fails for every user, also for root.
    await writeFile(join(dataDir, 'mail'), '')
    const mailer = outbox()
    await expect(mailer.send(message)).rejects.toThrow()
    await rm(join(dataDir, 'mail'))
    await mailer.send(message)
    expect(await readdir(join(dataDir, 'mail'))).toHaveLength(1)
  })

  it('logs the code of a message that no mail server takes', async () => {
    await outbox().send(message)
    expect(logged).toContain('Verification code for ada@example.org: 0123456')
  })
})

describe('with a mail server', () => {
  it('sends the message and keeps its code out of the log and the outbox', async () => {
    const server = await startMailServer()
    const mailer = createMailer({ smtpUrl: server.url, mailFrom: 'Readback <post@example.org>', dataDir }, log)
    await mailer.send(message)
    expect(server.received).toHaveLength(1)
    expect(server.received[0]).toContain('From: Readback <post@example.org>')
    expect(server.received[0]?.match(/\b\d{7}\b/g)).toEqual(['0123456', '0123456'])
    expect(logged).not.toContain('0123456')
    expect(await readdir(dataDir)).toEqual([])
    mailer.close()
    await server.close()
  })

  it('rejects while the server defers messages, so that the job is retried', async () => {
    const server = await startMailServer()
    const mailer = createMailer({ smtpUrl: server.url, mailFrom: 'Readback <post@example.org>', dataDir }, log)
    server.refusing = true
    await expect(mailer.send(message)).rejects.toThrow('451')
    server.refusing = false
    await mailer.send(message)
    expect(server.received).toHaveLength(1)
    mailer.close()
    await server.close()
  })

  it('rejects when the server is not running', async () => {
    const server = await startMailServer()
    await server.close()
    const mailer = createMailer({ smtpUrl: server.url, mailFrom: 'Readback <post@example.org>', dataDir }, log)
    await expect(mailer.send(message)).rejects.toThrow('ECONNREFUSED')
    mailer.close()
  })
})

it('escapes HTML in addresses', () => {
  const { html } = verificationCodeMail({
    to: 'ada@example.org',
    code: '0123456',
    appUrl: 'https://readback.example.org/<script>',
    expiresAt: new Date(),
    minutes: 15,
  })
  expect(html).not.toContain('<script>')
})
