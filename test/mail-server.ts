/** A small real SMTP server: takes every message, or refuses for as long as it is told to. */
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'

export type MailServer = {
  /** For the setting SMTP_URL. */
  url: string
  /** Messages taken so far, as they came over the wire. */
  received: string[]
  /** While true every message is put off with 451, as a server under repair does. */
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

/** The few commands of RFC 5321 that a client needs to hand over a message. */
async function converse(socket: Socket, mail: MailServer) {
  const say = (line: string) => void socket.write(`${line}\r\n`)
  let message: string[] | null = null
  say('220 test.invalid ready')
  for await (const line of createInterface({ input: socket, crlfDelay: Infinity })) {
    if (message) {
      if (line !== '.') {
        message.push(line.replace(/^\.\./, '.'))
        continue
      }
      mail.received.push(message.join('\n'))
      message = null
      say('250 taken')
      continue
    }
    const verb = line.split(' ')[0]?.toUpperCase()
    if (verb === 'DATA') {
      message = []
      say('354 go on')
    } else if (verb === 'QUIT') {
      say('221 bye')
      socket.end()
    } else if (verb === 'RCPT' && mail.refusing) say(`451 ${line.slice(line.indexOf('<'))}: later`) // as servers do, quoting it
    else say('250 fine')
  }
}
