/**
 * A process that opens the embedded database of the directory given to it and commits one row after the other. It
 * says "open", then the number of each row once its commit was acknowledged, until it is killed.
 */
import { openDatabase } from '#server/db/open-database.ts'
import { users } from '#server/db/schema/index.ts'
import { createLog } from '#server/log.ts'
import { StartError } from '#server/start-error.ts'

const [dataDir = '', first = '1'] = process.argv.slice(2)
try {
  const database = await openDatabase({ dataDir, log: createLog({ level: 'silent', readable: false }) })
  process.stdout.write('open\n')
  for (let row = Number(first); ; row += 1) {
    await database.db.insert(users).values({ id: `row-${row}`, name: 'x'.repeat(2_000), email: `${row}@example.com` })
    process.stdout.write(`${row}\n`)
  }
} catch (error) {
  if (!(error instanceof StartError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
