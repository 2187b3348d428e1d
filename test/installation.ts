/** A scaled-out installation: several server processes on one PostgreSQL database, each with its own data folder. */
import { randomBytes } from 'node:crypto'
import { readMailsFor, signUp, verify } from './auth-requests.ts'
import { type Client, createClient } from './client.ts'
import { type RunningServer, startServer } from './running-server.ts'
import { waitFor } from './wait-for.ts'

export type Installation = {
  web: RunningServer[]
  workers: RunningServer[]
  /** Creates an account and returns one signed-in client per web process. */
  enter(email: string): Promise<Client[]>
  close(): Promise<void>
}

/** Starts all processes concurrently, which also tests concurrent migrations of an empty database. */
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
  const webProcesses = processes.slice(0, web)
  const workerProcesses = processes.slice(web)
  return {
    web: webProcesses,
    workers: workerProcesses,
    async enter(email) {
      const clients = webProcesses.map(({ url }) => createClient(url))
      const [first, ...others] = clients
      if (!first) throw new Error('The installation has no web process')
      const { status, body } = await signUp(first, email)
      if (status !== 200) throw new Error(`The sign-up of ${email} failed: ${status} ${JSON.stringify(body)}`)
      await verify(first, email, await codeFor(email, workerProcesses))
      for (const other of others) for (const [name, value] of first.cookies) other.cookies.set(name, value)
      return clients
    },
    close,
  }
}

/** The mail is in the outbox of the worker that took the job. */
function codeFor(email: string, workers: RunningServer[]): Promise<string> {
  return waitFor(`the code for ${email}`, async () => {
    const mails = (await Promise.all(workers.map(({ dataDir }) => readMailsFor(dataDir, email)))).flat()
    return mails.map((mail) => /^\s*(\d{7})\s*$/m.exec(mail)?.[1]).find(Boolean)
  })
}
