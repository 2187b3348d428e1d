/**
 * `npm run admin -- …`: the operator's shell. Asks the running server when there is one, else opens the database
 * itself. Exit code 0: done; 1: it could not be done, and why; 2: the command was not understood.
 */
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { type Config, readConfig } from '#server/config.ts'
import { loadEnvironment } from '#server/environment.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { createLog } from '#server/log.ts'
import { loadAppSecret } from '#server/secrets/load-app-secret.ts'
import { StartError } from '#server/start-error.ts'
import { askServer } from './ask-server.ts'
import { parseCommand, usage } from './parse-command.ts'
import { runCommand, type Command, type Outcome } from './run-command.ts'

async function main(words: string[]): Promise<number> {
  const command = parseCommand(words)
  if (typeof command === 'string') {
    process.stderr.write(`${command}\n\n${usage}\n`)
    return 2
  }
  const config = readConfig(loadEnvironment())
  let outcome = await carryOut(config, withOldSecret(command, config.oldAppSecret))
  if (outcome.code === 'backup.needs-secret' && process.stdin.isTTY) {
    outcome = await carryOut(config, withOldSecret(command, await askSecret(`${outcome.sentence}\nThe old APP_SECRET: `)))
  }
  const stream = outcome.ok ? process.stdout : process.stderr
  stream.write(`${outcome.sentence}\n`)
  return outcome.ok ? 0 : 1
}

async function carryOut(config: Config, command: Command): Promise<Outcome> {
  return (await askServer(config.dataDir, command)) ?? (await runAlone(config, command))
}

function withOldSecret(command: Command, oldSecret: string | undefined): Command {
  return command.command === 'import' && oldSecret ? { ...command, oldSecret } : command
}

/** Asks at the terminal, without showing what is typed. */
async function askSecret(words: string): Promise<string> {
  process.stderr.write(words)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true })
  try {
    return (await terminal.question('')).trim()
  } finally {
    terminal.close()
    process.stderr.write('\n')
  }
}

/** No server runs. Should one start in this very moment, the embedded database admits only one of the two. */
async function runAlone(config: Config, command: Command): Promise<Outcome> {
  const log = createLog({ level: 'error', readable: !config.production })
  const database = await openDatabase({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, log })
  try {
    const appSecret = config.appSecret ?? (await loadAppSecret(config.dataDir))
    return await runCommand({ db: database.db, log, adminEmails: config.adminEmails, appSecret }, command)
  } finally {
    await database.close()
  }
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  process.stderr.write(
    `${error instanceof StartError ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
  )
  process.exitCode = 1
}
