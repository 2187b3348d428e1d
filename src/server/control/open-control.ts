/**
 * The control socket: how a command at the operator's shell reaches the running server, which alone may open the
 * embedded database. It lies in a folder that only this user may enter; that is its whole access control.
 */
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { Command, runCommand, type CommandNeeds, type Outcome } from './run-command.ts'

const FOLDER_PREFIX = 'readback-control-'

/** Where a data folder says which socket its server listens on. */
const controlFile = (dataDir: string) => join(dataDir, 'control')

export type Control = { close(): Promise<void> }

/** Serves the operator's commands until closed. When no socket can be made the server runs on without, and says so. */
export async function openControl({ needs, dataDir }: { needs: CommandNeeds; dataDir: string }): Promise<Control> {
  await removeLeftover(dataDir)
  try {
    return await serve(needs, dataDir)
  } catch (error) {
    needs.log.warn(
      { err: error },
      '`npm run admin` cannot reach this server while it runs: its control socket could not be made',
    )
    return { close: async () => {} }
  }
}

async function serve(needs: CommandNeeds, dataDir: string): Promise<Control> {
  // In the system's temporary folder since the path of a socket may have about 100 characters. Mode 0700.
  const folder = await mkdtemp(join(tmpdir(), FOLDER_PREFIX))
  const path = join(folder, 'socket')
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    const leave = (error: unknown) => needs.log.debug({ err: error }, 'a command went away')
    open.add(socket.on('close', () => open.delete(socket)).on('error', leave))
    answer(needs, socket).catch(leave)
  })
  async function close() {
    for (const socket of open) socket.end()
    if (server.listening) await new Promise((closed) => server.close(closed))
    if ((await readSocketPath(dataDir)) === path) await rm(controlFile(dataDir), { force: true })
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await listen(server, path)
    await announce(dataDir, path)
  } catch (error) {
    await close()
    throw error
  }
  return { close }
}

/** Whole or not at all: a command must not read half a path. */
async function announce(dataDir: string, path: string) {
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

/** One line of JSON asks, one line of JSON answers. */
async function answer(needs: CommandNeeds, socket: Socket) {
  const lines = createInterface({ input: socket })
  // It passes the socket's error on, also once nobody iterates any more, when an unheard one would end the server.
  lines.on('error', (error) => needs.log.debug({ err: error }, 'a command went away'))
  for await (const line of lines) {
    if (!socket.writable) return
    socket.write(`${JSON.stringify(await outcomeOf(needs, line))}\n`)
  }
}

async function outcomeOf(needs: CommandNeeds, line: string): Promise<Outcome> {
  try {
    return await runCommand(needs, Command.parse(JSON.parse(line)))
  } catch (error) {
    needs.log.error({ err: error }, 'an operator command failed')
    return { ok: false, sentence: 'The running server could not do this; its log says why.' }
  }
}

function answers(path: string) {
  return new Promise<boolean>((resolve) => {
    const socket = connect(path, () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })
}

/** The socket that this data folder names, or null. */
export async function readSocketPath(dataDir: string): Promise<string | null> {
  const path = await readFile(controlFile(dataDir), 'utf8').catch(() => '')
  return path.trim() || null
}

/**
 * The folder of a server that was killed. Nothing but a folder of ours is ever removed, and not while another process
 * on this data folder (a worker beside a web server) still listens there.
 */
async function removeLeftover(dataDir: string) {
  const path = await readSocketPath(dataDir)
  if (!path || (await answers(path))) return
  const folder = dirname(path)
  if (dirname(folder) !== tmpdir() || !basename(folder).startsWith(FOLDER_PREFIX)) return
  await rm(folder, { recursive: true, force: true })
}
