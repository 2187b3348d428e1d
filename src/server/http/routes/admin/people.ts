/** /api/admin/people: user accounts and what administrators can change. */
import { ListedUsers, UsersQuery, ListedUser, SetCredits, SetPlan, SetRole, SetSuspension } from '#shared/admin.ts'
import {
  endUserSessions,
  grantUserAdmin,
  revokeUserAdmin,
  setUserCredits,
  setUserPlan,
  suspendUser,
  unsuspendUser,
} from '#server/admin/change-user.ts'
import { unsafeListUsers, unsafeReadUser } from '#server/admin/list-users.ts'
import { stopCrawl } from '#server/crawl/stop-crawl.ts'
import type { Services } from '#server/services.ts'
import { jsonBody, createRoute, createRouter, errorResponses, jsonResponse, z } from '#server/http/context.ts'
import { administrator } from '#server/http/middleware/session.ts'

/** Not `IdParam`, because the ids of Better Auth are not UUIDs. */
const UserParam = z.object({ id: z.string().min(1).max(100) })
const userResponse = jsonResponse(ListedUser, 'The updated user')

export const adminPeopleRoutes = createRouter()
  .openapi(
    createRoute({
      method: 'get',
      path: '/admin/people',
      summary: 'List all users, sorted by email address',
      middleware: administrator,
      request: { query: UsersQuery },
      responses: { 200: jsonResponse(ListedUsers, 'Users'), ...errorResponses(400, 401, 403) },
    }),
    async (c) => c.json(await unsafeListUsers(c.get('services'), c.req.valid('query')), 200),
  )
  .openapi(
    createRoute({
      method: 'put',
      path: '/admin/people/{id}/plan',
      summary: 'Change a plan; an upgrade raises the balance to the plan, a downgrade cuts it to the plan',
      middleware: administrator,
      request: { params: UserParam, body: jsonBody(SetPlan) },
      responses: { 200: userResponse, ...errorResponses(400, 401, 403, 404) },
    }),
    async (c) => {
      const { id } = c.req.valid('param')
      await setUserPlan(c.get('services'), { ...c.req.valid('json'), adminId: c.get('me').user.id, userId: id })
      return c.json(await unsafeReadUser(c.get('services'), id), 200)
    },
  )
  .openapi(
    createRoute({
      method: 'put',
      path: '/admin/people/{id}/credits',
      summary: 'Set a credit balance',
      middleware: administrator,
      request: { params: UserParam, body: jsonBody(SetCredits) },
      responses: { 200: userResponse, ...errorResponses(400, 401, 403, 404) },
    }),
    async (c) => {
      const { id } = c.req.valid('param')
      await setUserCredits(c.get('services'), { ...c.req.valid('json'), adminId: c.get('me').user.id, userId: id })
      return c.json(await unsafeReadUser(c.get('services'), id), 200)
    },
  )
  .openapi(
    createRoute({
      method: 'put',
      path: '/admin/people/{id}/suspension',
      summary: 'Suspend an account, or lift the suspension',
      middleware: administrator,
      request: { params: UserParam, body: jsonBody(SetSuspension) },
      responses: { 200: userResponse, ...errorResponses(400, 401, 403, 404, 409) },
    }),
    async (c) => {
      const services = c.get('services')
      const target = { adminId: c.get('me').user.id, userId: c.req.valid('param').id }
      const { suspended } = c.req.valid('json')
      await (suspended ? suspendUser(withStopCrawl(services), target) : unsuspendUser(services, target))
      return c.json(await unsafeReadUser(services, target.userId), 200)
    },
  )
  .openapi(
    createRoute({
      method: 'put',
      path: '/admin/people/{id}/role',
      summary: 'Grant or revoke the administrator role',
      middleware: administrator,
      request: { params: UserParam, body: jsonBody(SetRole) },
      responses: { 200: userResponse, ...errorResponses(400, 401, 403, 404, 409) },
    }),
    async (c) => {
      const services = c.get('services')
      const target = { adminId: c.get('me').user.id, userId: c.req.valid('param').id }
      const { isAdmin } = c.req.valid('json')
      await (isAdmin ? grantUserAdmin(services, target) : revokeUserAdmin(services, target))
      return c.json(await unsafeReadUser(services, target.userId), 200)
    },
  )
  .openapi(
    createRoute({
      method: 'delete',
      path: '/admin/people/{id}/sessions',
      summary: 'End all sessions of a user',
      middleware: administrator,
      request: { params: UserParam },
      responses: { 200: userResponse, ...errorResponses(400, 401, 403, 404) },
    }),
    async (c) => {
      const { id } = c.req.valid('param')
      await endUserSessions(c.get('services'), { adminId: c.get('me').user.id, userId: id })
      return c.json(await unsafeReadUser(c.get('services'), id), 200)
    },
  )

/** A suspension stops the crawls of the user; administration may not import the crawl feature itself. */
function withStopCrawl(services: Services) {
  return {
    ...services,
    stopCrawl: (crawl: { userId: string; crawlId: string }) =>
      stopCrawl(services, { ...crawl, code: 'crawl.stopped-by-administrator' }),
  }
}
