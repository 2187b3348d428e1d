/** Runs operator commands through the control socket of a running server, without the start of `npm run admin`. */
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/**
 * `args` as after `npm run admin --`, such as `['tier', 'a@b.example', 'enterprise']`. Returns the command's message.
 */
export async function runCommand(dataDir: string, args: string[]): Promise<string> {
  const socket = connect(await readFile(join(dataDir, 'control'), 'utf8'))
  await once(socket, 'connect')
  socket.write(`${JSON.stringify(commandOf(args))}\n`)
  const [line]: string[] = await once(createInterface({ input: socket }), 'line')
  socket.destroy()
  const { ok, message } = JSON.parse(line ?? '{}')
  if (!ok) throw new Error(`${args.join(' ')} failed: ${message}`)
  return message
}

function commandOf([command, target, value]: string[]) {
  if (command === 'export' || command === 'import') return { command, file: target }
  if (command === 'tier') return { command, email: target, tier: value }
  return { command, email: target, ...(command === 'credits' && { credits: Number(value) }) }
}
