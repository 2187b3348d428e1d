/**
 * `npm run admin -- …`: operator commands. Sends them to the running server if there is one, else opens the database
 * itself. Exit codes: 0 success, 1 failure (with the reason), 2 invalid command.
 */
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { type Config, readConfig } from '#server/platform/config.ts'
import { loadEnvironment } from '#server/platform/environment.ts'
import { openDatabase } from '#server/platform/db/open-database.ts'
import { createLog } from '#server/platform/log.ts'
import { loadAppSecret } from '#server/platform/load-app-secret.ts'
import { requireSameSecret } from '#server/platform/require-same-secret.ts'
import { OperatorError } from '#server/platform/operator-error.ts'
import { callServer } from './call-server.ts'
import { parseCommand, usage } from './parse-command.ts'
import { runCommand, type Command, type Outcome } from './run-command.ts'

async function main(args: string[]): Promise<number> {
  const command = parseCommand(args)
  if (typeof command === 'string') {
    process.stderr.write(`${command}\n\n${usage}\n`)
    return 2
  }
  const config = readConfig(loadEnvironment())
  let outcome = await execute(config, withOldSecret(command, config.oldAppSecret))
  if (outcome.code === 'backup.needs-secret' && process.stdin.isTTY) {
    outcome = await execute(
      config,
      withOldSecret(command, await promptSecret(`${outcome.message}\nThe old APP_SECRET: `)),
    )
  }
  const stream = outcome.ok ? process.stdout : process.stderr
  stream.write(`${outcome.message}\n`)
  return outcome.ok ? 0 : 1
}

async function execute(config: Config, command: Command): Promise<Outcome> {
  return (await callServer(config.dataDir, command)) ?? (await executeLocally(config, command))
}

function withOldSecret(command: Command, oldSecret: string | undefined): Command {
  return command.command === 'import' && oldSecret ? { ...command, oldSecret } : command
}

/** Prompts at the terminal without echo. */
async function promptSecret(prompt: string): Promise<string> {
  process.stderr.write(prompt)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true })
  try {
    return (await terminal.question('')).trim()
  } finally {
    terminal.close()
    process.stderr.write('\n')
  }
}

/** If a server starts at the same moment, the lock of the embedded database admits only one of the two. */
async function executeLocally(config: Config, command: Command): Promise<Outcome> {
  const log = createLog({ level: 'error', readable: !config.production })
  const databaseUrl = config.databaseDirectUrl ?? config.databaseUrl
  const database = await openDatabase({ databaseUrl, dataDir: config.dataDir, log })
  try {
    const appSecret = config.appSecret ?? (await loadAppSecret(config.dataDir))
    // A backup is sealed under this secret; the other commands use none.
    if (command.command === 'export' || command.command === 'import') await requireSameSecret(database.db, appSecret)
    return await runCommand({ db: database.db, log, adminEmails: config.adminEmails, appSecret }, command)
  } finally {
    await database.close()
  }
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  process.stderr.write(
    `${error instanceof OperatorError ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
  )
  process.exitCode = 1
}
