/** Somebody with an account who is an administrator of this installation. */
import { adminUsers } from '#server/db/schema/index.ts'
import type { TestApp } from './app.ts'

export async function signUpAdministrator(app: TestApp, email?: string) {
  const person = await app.signUp(email)
  await app.services.db.insert(adminUsers).values({ id: person.userId })
  return person
}
