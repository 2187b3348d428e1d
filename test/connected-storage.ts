/** The document storage of an app, connected by an administrator to the stand-in of its provider. */
import { adminAuditLogs, systemSettings, zohoAuthLogs, zohoAuthStates } from '#server/db/schema/index.ts'
import { readTokens } from '#server/document-storage/token-store.ts'
import type { Person, TestApp } from './app.ts'
import type { Client } from './client.ts'
import type { ZohoService } from './zoho-service.ts'

/** Configured, not connected; nothing is logged, and nothing amiss with the provider. */
export async function disconnectStorage(app: TestApp, zoho: ZohoService, administrator: Person) {
  const { db, storedSettings, storage } = app.services
  for (const table of [systemSettings, adminAuditLogs, zohoAuthLogs, zohoAuthStates]) await db.delete(table)
  await storedSettings.refresh()
  await storage.refresh()
  Object.assign(zoho, { troubleWithTokens: [], troubleWithUploads: [], before: null, expiresIn: 3600 })
  zoho.tokenRequests.length = 0
  await administrator.patch('/api/admin/settings', zoho.stored)
}

export const begin = (administrator: Client) => administrator.post('/api/admin/storage/authorisation')
export const finish = (administrator: Client, fields: object) => administrator.post('/api/admin/storage/tokens', fields)

/** A person consents to what was begun; answers what comes back. */
export async function consent(administrator: Client, zoho: ZohoService) {
  const { body } = await begin(administrator)
  const { searchParams } = new URL(zoho.consent(body.url))
  return { code: searchParams.get('code') ?? '', state: searchParams.get('state') ?? '' }
}

export const connect = async (administrator: Client, zoho: ZohoService) =>
  finish(administrator, await consent(administrator, zoho))

export async function storedTokens({ services }: TestApp) {
  const found = await readTokens(services.db, services.secrets)
  if (!found) throw new Error('There are no tokens')
  return found
}
