/**
 * The control socket, through which operator commands reach the running server, since only one process may open the
 * embedded database. Access control is the folder's mode: only this user may enter it.
 */
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Duplex } from 'node:stream'
import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { Command, runCommand, type CommandContext, type Outcome } from './run-command.ts'

const FOLDER_PREFIX = 'readback-control-'

/** The file in the data folder that contains the socket's path. */
const controlFile = (dataDir: string) => join(dataDir, 'control')

export type Control = { close(): Promise<void> }

/**
 * Answers the MCP messages on `stream` for the account with this address, or for the operator's account without one.
 */
export type ServeMcp = (stream: Duplex, email: string | undefined) => Promise<void>

/** The command that turns the connection into a stream of MCP messages, one JSON line each, after its outcome. */
export const McpCommand = z.strictObject({ command: z.literal('mcp'), email: z.email().optional() })
export type McpCommand = z.infer<typeof McpCommand>

type ControlContext = CommandContext & { serveMcp: ServeMcp }

/** Serves operator commands until closed. If the socket cannot be created, logs a warning and continues without. */
export async function openControl({
  context,
  dataDir,
}: {
  context: ControlContext
  dataDir: string
}): Promise<Control> {
  await removeLeftover(dataDir)
  try {
    return await serve(context, dataDir)
  } catch (error) {
    context.log.warn(
      { err: error },
      '`npm run admin` cannot reach this server: its control socket could not be created',
    )
    return { close: async () => {} }
  }
}

async function serve(context: ControlContext, dataDir: string): Promise<Control> {
  // In the temporary folder because a socket's path is limited to about 100 characters. Mode 0700.
  const folder = await mkdtemp(join(tmpdir(), FOLDER_PREFIX))
  const path = join(folder, 'socket')
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    const onDisconnect = (error: unknown) => context.log.debug({ err: error }, 'a command disconnected')
    open.add(socket.on('close', () => open.delete(socket)).on('error', onDisconnect))
    answer(context, socket).catch(onDisconnect)
  })
  async function close() {
    for (const socket of open) socket.end()
    if (server.listening) await new Promise((closed) => server.close(closed))
    if ((await readSocketPath(dataDir)) === path) await rm(controlFile(dataDir), { force: true })
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await listen(server, path)
    await writeSocketPath(dataDir, path)
  } catch (error) {
    await close()
    throw error
  }
  return { close }
}

/** Atomic, so that no command reads half a path. */
async function writeSocketPath(dataDir: string, path: string) {
  const draft = `${controlFile(dataDir)}.${process.pid}`
  await writeFile(draft, path, { mode: 0o600 })
  await rename(draft, controlFile(dataDir))
}

function listen(server: Server, path: string) {
  return new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

/** One line of JSON per request and per response. */
async function answer(context: ControlContext, socket: Socket) {
  const lines = createInterface({ input: socket })
  // readline re-emits the socket's error even after iteration ended; unhandled, it would crash the server.
  lines.on('error', (error) => context.log.debug({ err: error }, 'a command disconnected'))
  for await (const line of lines) {
    if (!socket.writable) return
    const mcp = parseMcpCommand(line)
    // The client sends nothing more until it has the outcome, so readline holds no message back.
    if (mcp) return answerMcp(context, socket, mcp)
    socket.write(`${JSON.stringify(await outcomeOf(context, line))}\n`)
  }
}

function parseMcpCommand(line: string): McpCommand | null {
  try {
    return McpCommand.safeParse(JSON.parse(line)).data ?? null
  } catch {
    return null
  }
}

async function answerMcp({ serveMcp }: ControlContext, socket: Socket, { email }: McpCommand) {
  try {
    await serveMcp(socket, email)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    socket.end(`${JSON.stringify({ ok: false, message: error.message, code: error.code } satisfies Outcome)}\n`)
  }
}

async function outcomeOf(context: CommandContext, line: string): Promise<Outcome> {
  try {
    return await runCommand(context, Command.parse(JSON.parse(line)))
  } catch (error) {
    context.log.error({ err: error }, 'an operator command failed')
    return { ok: false, message: 'The server failed to run the command. See its log for the reason.' }
  }
}

function isListening(path: string) {
  return new Promise<boolean>((resolve) => {
    const socket = connect(path, () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })
}

/** The socket of the server that uses this data folder, or null. */
export async function readSocketPath(dataDir: string): Promise<string | null> {
  const path = await readFile(controlFile(dataDir), 'utf8').catch(() => '')
  return path.trim() || null
}

/**
 * Removes the folder of a killed server: only a folder with our prefix, and not while another process with the same
 * data folder (a worker beside a web server) still listens there.
 */
async function removeLeftover(dataDir: string) {
  const path = await readSocketPath(dataDir)
  if (!path || (await isListening(path))) return
  const folder = dirname(path)
  if (dirname(folder) !== tmpdir() || !basename(folder).startsWith(FOLDER_PREFIX)) return
  await rm(folder, { recursive: true, force: true })
}
