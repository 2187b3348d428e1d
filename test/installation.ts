/** One installation of several processes on one PostgreSQL, as an operator scales it out: each with a folder of its own. */
import { randomBytes } from 'node:crypto'
import { mailsFor, signUp, verify } from './enter.ts'
import { type Client, createClient } from './client.ts'
import { type RunningServer, startServer } from './running-server.ts'
import { waitFor } from './wait-for.ts'

export type Installation = {
  web: RunningServer[]
  workers: RunningServer[]
  /** A new account, signed in at every web process: one client for each. */
  enter(email: string): Promise<Client[]>
  close(): Promise<void>
}

/** Starts them all at once; on an empty database, they agree on who makes its tables. */
export async function startInstallation(
  { web, workers }: { web: number; workers: number },
  settings: Record<string, string> & { DATABASE_URL: string },
): Promise<Installation> {
  const common = { APP_SECRET: randomBytes(32).toString('hex'), ...settings }
  const roles = [...Array<string>(web).fill('web'), ...Array<string>(workers).fill('worker')]
  const starts = await Promise.allSettled(roles.map((ROLE) => startServer({ ...common, ROLE })))
  const processes = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []))
  const close = async () => void (await Promise.all(processes.map((process) => process.close())))
  const failed = starts.find((start) => start.status === 'rejected')
  if (failed) {
    await close()
    throw failed.reason
  }
  const webs = processes.slice(0, web)
  const own = processes.slice(web)
  return {
    web: webs,
    workers: own,
    async enter(email) {
      const clients = webs.map(({ url }) => createClient(url))
      const [first, ...others] = clients
      if (!first) throw new Error('There is no web process to enter at')
      await signUp(first, email)
      await verify(first, email, await codeFor(email, own))
      for (const other of others) for (const [name, value] of first.cookies) other.cookies.set(name, value)
      return clients
    },
    close,
  }
}

/** Whichever worker took the mail has it in its outbox. */
function codeFor(email: string, workers: RunningServer[]): Promise<string> {
  return waitFor(`the code for ${email}`, async () => {
    const mails = (await Promise.all(workers.map(({ dataDir }) => mailsFor(dataDir, email)))).flat()
    return mails.map((mail) => /^\s*(\d{7})\s*$/m.exec(mail)?.[1]).find(Boolean)
  })
}
