import { type FirstSteps, suits } from '#shared/models.ts'
import type { Config } from '#server/platform/config.ts'
import type { Db } from '#server/platform/db/database.ts'
import { adminUsers } from '#server/platform/db/schema/index.ts'
import { searchThisMachine } from './explore-models.ts'

const NOTHING: FirstSteps = { needsAdministrator: false, servers: [] }

/** Searches this machine for the operator of an installation without administrators; others get nothing. */
export async function readFirstSteps(
  { db, config }: { db: Db; config: Pick<Config, 'localModelServers'> },
  { isFromThisMachine }: { isFromThisMachine: boolean },
): Promise<FirstSteps> {
  if (!isFromThisMachine) return NOTHING
  const [administrator] = await db.select({ id: adminUsers.id }).from(adminUsers).limit(1)
  if (administrator) return NOTHING
  const servers = await searchThisMachine({ config })
  return {
    needsAdministrator: true,
    servers: servers.map(({ name, models }) => ({ name, models: models.filter(suits('chat')).length })),
  }
}
