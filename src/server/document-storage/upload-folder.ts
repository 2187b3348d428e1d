/** The WorkDrive folder of a user's files, remembered until they choose another. */
import { eq } from 'drizzle-orm'
import { type UserStorage, StorageFolder } from '#shared/document-storage.ts'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/platform/db/database.ts'
import { userSettings } from '#server/platform/db/schema/index.ts'

type Services = { db: Db; storage: { isConnected(): boolean } }

export async function readUserStorage({ db, storage }: Services, userId: string): Promise<UserStorage> {
  const [row] = await db
    .select({ workspace_id: userSettings.workdriveWorkspaceId, folder_id: userSettings.workdriveFolderId })
    .from(userSettings)
    .where(eq(userSettings.userId, userId))
  return {
    connected: storage.isConnected(),
    workspace_id: row?.workspace_id ?? null,
    folder_id: row?.folder_id ?? null,
  }
}

export async function setUploadFolder(
  services: Services,
  { userId, folder }: { userId: string; folder: StorageFolder },
): Promise<UserStorage> {
  await services.db
    .update(userSettings)
    .set({ workdriveWorkspaceId: folder.workspace_id, workdriveFolderId: folder.folder_id })
    .where(eq(userSettings.userId, userId))
  return readUserStorage(services, userId)
}

/** Throws 'storage.no-tokens' without a connection, and 'storage.no-place' if the user has not chosen a folder. */
export async function requireUploadFolder(services: Services, userId: string): Promise<StorageFolder> {
  const { connected, ...ids } = await readUserStorage(services, userId)
  if (!connected) throw new AppError('storage.no-tokens')
  const folder = StorageFolder.safeParse(ids)
  if (!folder.success) throw new AppError('storage.no-place')
  return folder.data
}
