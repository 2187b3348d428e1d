import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { OperatorError } from '#server/platform/operator-error.ts'
import { type McpCommand, readSocketPath } from './open-control.ts'
import { Outcome, type Command } from './run-command.ts'

/**
 * Sends a command to the server that uses this data folder. Returns null when none is running. Throws OperatorError
 * when the socket does not accept this user, or the server exits before it responds.
 */
export async function callServer(dataDir: string, command: Command): Promise<Outcome | null> {
  const socket = await connectToServer(dataDir)
  if (!socket) return null
  try {
    return await sendCommand(socket, command)
  } finally {
    socket.destroy()
  }
}

/**
 * Connects to the control socket of the server that uses this data folder. Returns null when none is running. Throws
 * OperatorError when the socket does not accept this user.
 */
export async function connectToServer(dataDir: string): Promise<Socket | null> {
  const path = await readSocketPath(dataDir)
  if (!path) return null
  const socket = connect(path)
  try {
    await once(socket, 'connect')
    return socket
  } catch (error) {
    if (isNotRunning(error)) return null
    throw new OperatorError(
      `A server is using ${dataDir}, but its control socket ${path} does not accept this user. Run the command as the user that runs the server.`,
      { cause: error },
    )
  }
}

/**
 * Sends a command and reads its outcome, which is one line; the socket stays open. Throws OperatorError when the server
 * exits before it responds, and a plain error for a line that is not an outcome.
 */
export async function sendCommand(socket: Socket, command: Command | McpCommand): Promise<Outcome> {
  socket.write(`${JSON.stringify(command)}\n`)
  const line = await readLine(socket)
  if (line === null) throw new OperatorError('The server exited before it responded. Try the command again.')
  return Outcome.parse(JSON.parse(line))
}

/** The next line from the server; null when the connection closes or breaks before one. */
async function readLine(socket: Socket): Promise<string | null> {
  const lines = createInterface({ input: socket })
  try {
    // `once` does not know the types of these events: 'line' has a string and 'close' nothing.
    const [line] = (await Promise.race([once(lines, 'line'), once(lines, 'close')])) as [string?]
    return line ?? null
  } catch {
    return null
  } finally {
    lines.close()
  }
}

/**
 * The file that names the socket survives a killed server: the socket is gone (ENOENT, ENOTDIR), or has no listener.
 */
function isNotRunning(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['ENOENT', 'ECONNREFUSED', 'ENOTDIR'].includes(String(error.code))
}
