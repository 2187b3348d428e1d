import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from './db/database.ts'
import { systemSettings } from './db/schema/index.ts'
import { createSecretBox } from './secret-box.ts'
import { OperatorError } from './operator-error.ts'

const PURPOSE = 'secret check'
const isCheck = eq(systemSettings.key, 'secret_check')
const Check = z.object({ sealed: z.string() })

/**
 * Throws OperatorError when the database was first opened with another APP_SECRET: this process could not open what the
 * others seal, and none would accept the other's sessions. The first process stores the text that the others must be
 * able to open; of several starting at the same time, one does.
 */
export async function requireSameSecret(db: Db, appSecret: string) {
  const box = createSecretBox(appSecret)
  const value = { sealed: box.seal(PURPOSE, PURPOSE) }
  await db.insert(systemSettings).values({ key: 'secret_check', value }).onConflictDoNothing()
  const [row] = await db.select({ value: systemSettings.value }).from(systemSettings).where(isCheck)
  const { sealed } = Check.parse(row?.value)
  try {
    box.open(sealed, PURPOSE)
  } catch (error) {
    throw new OperatorError(
      'APP_SECRET must be the one that this database was first opened with: stored keys and sessions cannot be read with another. ' +
        'Set APP_SECRET to that value; where none was set, it is in the file `secret` of that process’s DATA_DIR. ' +
        'To change it, export the installation and import it into an empty one with OLD_APP_SECRET.',
      { cause: error },
    )
  }
}
