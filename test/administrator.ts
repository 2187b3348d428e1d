/** Administrator accounts and the admin API for tests. */
import { adminAuditLogs, adminUsers } from '#server/platform/db/schema/index.ts'
import type { TestApp } from './app.ts'

export async function signUpAdministrator(app: TestApp, email?: string) {
  const person = await app.signUp(email)
  await app.services.db.insert(adminUsers).values({ id: person.userId })
  return person
}

/** `/api/admin/people/USER_ID/ACTION` */
export const pathTo = (action: string, user: { userId: string }) => `/api/admin/people/${user.userId}/${action}`

/** The audit log, oldest entry first. */
export async function readAudit({ services }: TestApp) {
  const rows = await services.db.select().from(adminAuditLogs).orderBy(adminAuditLogs.createdAt)
  return rows.map(({ adminId, action, targetId, metadata }) => ({ adminId, action, targetId, metadata }))
}
