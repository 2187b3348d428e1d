import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { StartError } from '#server/platform/start-error.ts'
import { readSocketPath } from './open-control.ts'
import { Outcome, type Command } from './run-command.ts'

/**
 * Sends a command to the server that uses this data folder. Returns null when none is running. Throws StartError when
 * the server rejects this user, or exits before it responds.
 */
export async function callServer(dataDir: string, command: Command): Promise<Outcome | null> {
  const socket = await connectToServer(dataDir)
  if (!socket) return null
  try {
    const line = await firstLine(socket, `${JSON.stringify(command)}\n`)
    if (line === null) throw new StartError('The server exited before it responded. Try the command again.')
    return Outcome.parse(JSON.parse(line))
  } finally {
    socket.destroy()
  }
}

/** Connects to the control socket of the server that uses this data folder, or returns null. Throws as `callServer`. */
export async function connectToServer(dataDir: string): Promise<Socket | null> {
  const path = await readSocketPath(dataDir)
  if (!path) return null
  const socket = connect(path)
  try {
    await once(socket, 'connect')
    return socket
  } catch (error) {
    if (isNotRunning(error)) return null
    throw new StartError(
      `A server is using ${dataDir}, but its control socket ${path} does not accept this user. Run the command as the user that runs the server.`,
      { cause: error },
    )
  }
}

/** Sends `request` and returns the first line of the response; null when the connection closes before that. */
export async function firstLine(socket: Socket, request: string): Promise<string | null> {
  const lines = createInterface({ input: socket })
  try {
    socket.write(request)
    const [line] = (await Promise.race([once(lines, 'line'), once(lines, 'close')])) as [string?]
    return line ?? null
  } catch {
    // The connection broke: no response.
    return null
  } finally {
    lines.close()
  }
}

/** A killed server leaves its file without a socket, or a socket without a listener. */
function isNotRunning(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['ENOENT', 'ECONNREFUSED', 'ENOTDIR'].includes(String(error.code))
}
