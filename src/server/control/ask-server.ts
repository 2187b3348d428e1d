import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { StartError } from '#server/start-error.ts'
import { readSocketPath } from './open-control.ts'
import { Outcome, type Command } from './run-command.ts'

/**
 * Hands a command to the server that runs on this data folder. Answers null when none runs.
 * Throws StartError when one runs and may not be asked, or goes away without an answer.
 */
export async function askServer(dataDir: string, command: Command): Promise<Outcome | null> {
  const path = await readSocketPath(dataDir)
  if (!path) return null
  const socket = connect(path)
  try {
    await once(socket, 'connect')
  } catch (error) {
    if (isNobodyThere(error)) return null
    throw new StartError(
      `A server runs on ${dataDir} and its control socket ${path} refuses this user. Run the command as the user that the server runs as.`,
      { cause: error },
    )
  }
  const line = await firstLine(socket.setEncoding('utf8'), `${JSON.stringify(command)}\n`)
  if (line === null) throw new StartError('The server ended before it answered. Try the command again.')
  return Outcome.parse(JSON.parse(line))
}

/** Says `words` and answers the line that comes back; null when the other side goes away first. */
async function firstLine(socket: Socket, words: string): Promise<string | null> {
  try {
    socket.write(words)
    for await (const line of createInterface({ input: socket })) return line
  } catch {
    // Gone in the middle of a word: nothing came back.
  } finally {
    socket.destroy()
  }
  return null
}

/** What a killed server leaves: its file without a socket, or a socket that nobody listens on. */
function isNobodyThere(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['ENOENT', 'ECONNREFUSED', 'ENOTDIR'].includes(String(error.code))
}
