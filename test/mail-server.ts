/** A stand-in SMTP server that accepts every message, or defers them while `refusing` is set. */
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'

export type MailServer = {
  /** For the setting SMTP_URL. */
  url: string
  /** The accepted messages, as received. */
  received: string[]
  /** While true, every message is deferred with 451. */
  refusing: boolean
  close(): Promise<void>
}

export async function startMailServer(): Promise<MailServer> {
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket.on('close', () => open.delete(socket)))
    socket.on('error', () => socket.destroy())
    void converse(socket, mail)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The mail server has no port')
  const mail: MailServer = {
    url: `smtp://127.0.0.1:${address.port}`,
    received: [],
    refusing: false,
    async close() {
      for (const socket of open) socket.destroy()
      await new Promise((closed) => server.close(closed))
    },
  }
  return mail
}

/** The RFC 5321 commands that a client needs to send a message. */
async function converse(socket: Socket, mail: MailServer) {
  const reply = (line: string) => void socket.write(`${line}\r\n`)
  let message: string[] | null = null
  reply('220 test.invalid ready')
  for await (const line of createInterface({ input: socket, crlfDelay: Infinity })) {
    if (message) {
      if (line !== '.') {
        message.push(line.replace(/^\.\./, '.'))
        continue
      }
      mail.received.push(message.join('\n'))
      message = null
      reply('250 taken')
      continue
    }
    const verb = line.split(' ')[0]?.toUpperCase()
    if (verb === 'DATA') {
      message = []
      reply('354 continue')
    } else if (verb === 'QUIT') {
      reply('221 bye')
      socket.end()
    } else if (verb === 'RCPT' && mail.refusing) reply(`451 ${line.slice(line.indexOf('<'))}: later`) // Real servers quote the address too.
    else reply('250 fine')
  }
}
