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
  const path = await readSocketPath(dataDir)
  if (!path) return null
  const socket = connect(path)
  try {
    await once(socket, 'connect')
  } catch (error) {
    if (isNotRunning(error)) return null
    throw new StartError(
      `A server is using ${dataDir}, but its control socket ${path} does not accept this user. Run the command as the user that runs the server.`,
      { cause: error },
    )
  }
  const line = await firstLine(socket.setEncoding('utf8'), `${JSON.stringify(command)}\n`)
  if (line === null) throw new StartError('The server exited before it responded. Try the command again.')
  return Outcome.parse(JSON.parse(line))
}

/** Sends `request` and returns the first line of the response; null when the connection closes before that. */
async function firstLine(socket: Socket, request: string): Promise<string | null> {
  try {
    socket.write(request)
    for await (const line of createInterface({ input: socket })) return line
  } catch {
    // The connection broke: no response.
  } finally {
    socket.destroy()
  }
  return null
}

/** A killed server leaves its file without a socket, or a socket without a listener. */
function isNotRunning(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['ENOENT', 'ECONNREFUSED', 'ENOTDIR'].includes(String(error.code))
}
