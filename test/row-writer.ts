/**
 * A script that opens the embedded database in the given directory and commits rows until it is killed. Prints "open",
 * then the number of each row after its commit.
 */
import { openDatabase } from '#server/platform/db/open-database.ts'
import { users } from '#server/platform/db/schema/index.ts'
import { createLog } from '#server/platform/log.ts'
import { OperatorError } from '#server/platform/operator-error.ts'

const [dataDir = '', first = '1'] = process.argv.slice(2)
try {
  const database = await openDatabase({ dataDir, log: createLog({ level: 'silent', readable: false }) })
  process.stdout.write('open\n')
  for (let row = Number(first); ; row += 1) {
    await database.db.insert(users).values({ id: `row-${row}`, name: 'x'.repeat(2_000), email: `${row}@example.com` })
    process.stdout.write(`${row}\n`)
  }
} catch (error) {
  if (!(error instanceof OperatorError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
