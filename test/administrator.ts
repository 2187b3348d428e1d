/** Somebody with an account who is an administrator of this installation, and what such a person does. */
import { adminAuditLogs, adminUsers } from '#server/db/schema/index.ts'
import type { TestApp } from './app.ts'

export async function signUpAdministrator(app: TestApp, email?: string) {
  const person = await app.signUp(email)
  await app.services.db.insert(adminUsers).values({ id: person.userId })
  return person
}

export const pathTo = (what: string, who: { userId: string }) => `/api/admin/people/${who.userId}/${what}`

/** What is written down of administrators, the oldest first. */
export async function readAudit({ services }: TestApp) {
  const rows = await services.db.select().from(adminAuditLogs).orderBy(adminAuditLogs.createdAt)
  return rows.map(({ adminId, action, targetId, metadata }) => ({ adminId, action, targetId, metadata }))
}
