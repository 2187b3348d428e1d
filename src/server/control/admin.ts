/**
 * `npm run admin -- …`: the operator's shell. Asks the running server when there is one, else opens the database
 * itself. Exit code 0: done; 1: it could not be done, and why; 2: the command was not understood.
 */
import { loadEnvironment, readConfig, type Config } from '#server/config.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { createLog } from '#server/log.ts'
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
  const outcome = (await askServer(config.dataDir, command)) ?? (await runAlone(config, command))
  const stream = outcome.ok ? process.stdout : process.stderr
  stream.write(`${outcome.sentence}\n`)
  return outcome.ok ? 0 : 1
}

/** No server runs. Should one start in this very moment, the embedded database admits only one of the two. */
async function runAlone(config: Config, command: Command): Promise<Outcome> {
  const log = createLog({ level: 'error', readable: !config.production })
  const database = await openDatabase({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, log })
  try {
    return await runCommand({ db: database.db, log, adminEmails: config.adminEmails }, command)
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
