/** Binds the port of this process, answers requests on it and stops in order. */
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo, ListenOptions } from 'node:net'
import { toFailure } from '#shared/errors.ts'
import { OperatorError } from '#server/platform/operator-error.ts'
import { answerClientErrors, socketLimits } from './middleware/socket-limits.ts'

export type Listener = {
  /** Answers requests with `listener`. Before the first call every request gets 503 'server.starting'. */
  answerWith(listener: RequestListener): void
  /** Stops accepting connections and waits up to `graceMs` for open requests; idle connections are closed. */
  close(graceMs: number): Promise<void>
  closeAllConnections(): void
}

type Address = { port: number; host: string }

const IDLE_CONNECTIONS_INTERVAL_MS = 50

/**
 * Node accepts one connection per socket in each turn of its event loop, so when 200 screens reconnect in the same
 * second, the last one waits 200 turns, a second on a busy server. With n sockets on the port it waits 200 / n turns.
 * Only Linux distributes connections over such sockets.
 */
const SOCKETS = process.platform === 'linux' ? 16 : 1

/** Throws OperatorError when the port cannot be bound. */
export async function listen({ port, host }: Address): Promise<Listener> {
  // Sockets that share a port do not notice another process of this user that shares it too. A separate socket does.
  const probe = await bind({ port, host }).catch((error: NodeJS.ErrnoException) => {
    throw explain(error, { port, host })
  })
  const servers = SOCKETS === 1 ? [probe] : await share(probe, host)
  return {
    answerWith(listener) {
      for (const server of servers) server.removeAllListeners('request').on('request', listener)
    },
    async close(graceMs) {
      await Promise.all(servers.map((server) => closeGracefully(server, graceMs)))
    },
    closeAllConnections() {
      for (const server of servers) server.closeAllConnections()
    },
  }
}

/** Replaces `probe` by servers that share its port. */
async function share(probe: Server, host: string): Promise<Server[]> {
  const { port } = probe.address() as AddressInfo // a server that listens on a port
  await new Promise((resolve) => probe.close(resolve))
  const options = { port, host, reusePort: true }
  const first = await bind(options).catch((error: NodeJS.ErrnoException) => {
    throw explain(error, { port, host })
  })
  const others = await Promise.allSettled(Array.from({ length: SOCKETS - 1 }, () => bind(options)))
  // A Node without the option, or a kernel that refuses it, is left with the first.
  return [first, ...others.filter((other) => other.status === 'fulfilled').map(({ value }) => value)]
}

function bind(options: ListenOptions): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer(socketLimits)
    answerClientErrors(server)
    server.once('error', reject)
    server.on('request', answerStarting)
    server.listen(options, () => resolve(server))
  })
}

/** Answers requests while the database opens. */
const answerStarting: RequestListener = (_request, response) => {
  response.writeHead(503, { 'Content-Type': 'application/json', 'Retry-After': '2', Connection: 'close' })
  response.end(JSON.stringify(toFailure({ code: 'server.starting' })))
}

function closeGracefully(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const idle = setInterval(() => server.closeIdleConnections(), IDLE_CONNECTIONS_INTERVAL_MS)
    const timeout = setTimeout(done, graceMs)
    server.close(done)

    function done() {
      clearInterval(idle)
      clearTimeout(timeout)
      resolve()
    }
  })
}

function explain(error: NodeJS.ErrnoException, { port, host }: Address): OperatorError {
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${port} is already in use. Stop the other program, or set PORT to another number.`,
    EACCES: `This user may not listen on port ${port}. Set PORT to a number above 1023.`,
    EADDRNOTAVAIL: `HOST ${host} is not an address of this machine. Set HOST to 127.0.0.1, or to 0.0.0.0 for all addresses.`,
    ENOTFOUND: `HOST ${host} could not be resolved. Set HOST to 127.0.0.1, or to 0.0.0.0 for all addresses.`,
  }
  return new OperatorError(reasons[error.code ?? ''] ?? `Cannot listen on ${host}:${port}: ${error.message}.`, {
    cause: error,
  })
}
