/** Connects an app's document storage to the stand-in provider. */
import { adminAuditLogs, systemSettings, zohoAuthLogs, zohoAuthStates } from '#server/platform/db/schema/index.ts'
import { readTokens } from '#server/document-storage/token-store.ts'
import type { Person, TestApp } from './app.ts'
import type { Client } from './client.ts'
import type { ZohoService } from './zoho-service.ts'

/** Resets the storage to configured but not connected, with empty logs and a provider without faults. */
export async function disconnectStorage(app: TestApp, zoho: ZohoService, administrator: Person) {
  const { db, storedSettings, storage } = app.services
  for (const table of [systemSettings, adminAuditLogs, zohoAuthLogs, zohoAuthStates]) await db.delete(table)
  await storedSettings.refresh()
  await storage.refresh()
  Object.assign(zoho, { tokenFaults: [], uploadFaults: [], before: null, expiresIn: 3600 })
  zoho.tokenRequests.length = 0
  await administrator.patch('/api/admin/settings', zoho.stored)
}

export const begin = (administrator: Client) => administrator.post('/api/admin/storage/authorisation')
export const finish = (administrator: Client, fields: object) => administrator.post('/api/admin/storage/tokens', fields)

/** Starts an authorization, grants consent, and returns the code and state of the redirect. */
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
