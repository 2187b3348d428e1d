/** Where a person's files go: asked for once, remembered until they name another place. */
import { eq } from 'drizzle-orm'
import { type OwnStorage, StoragePlace } from '#shared/document-storage.ts'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/db/database.ts'
import { userSettings } from '#server/db/schema/index.ts'

type Needs = { db: Db; storage: { connected(): boolean } }

export async function readOwnStorage({ db, storage }: Needs, userId: string): Promise<OwnStorage> {
  const [row] = await db
    .select({ workspace_id: userSettings.workdriveWorkspaceId, folder_id: userSettings.workdriveFolderId })
    .from(userSettings)
    .where(eq(userSettings.userId, userId))
  return { connected: storage.connected(), workspace_id: row?.workspace_id ?? null, folder_id: row?.folder_id ?? null }
}

type Change = { userId: string; place: StoragePlace }

export async function changePlace(services: Needs, { userId, place }: Change): Promise<OwnStorage> {
  await services.db
    .update(userSettings)
    .set({ workdriveWorkspaceId: place.workspace_id, workdriveFolderId: place.folder_id })
    .where(eq(userSettings.userId, userId))
  return readOwnStorage(services, userId)
}

/** Throws 'storage.no-tokens' without a connection, 'storage.no-place' before the person has named a place. */
export async function requirePlace(services: Needs, userId: string): Promise<StoragePlace> {
  const { connected, ...place } = await readOwnStorage(services, userId)
  if (!connected) throw new AppError('storage.no-tokens')
  const named = StoragePlace.safeParse(place)
  if (!named.success) throw new AppError('storage.no-place')
  return named.data
}
