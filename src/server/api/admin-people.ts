/** /api/admin/people: everybody with an account, and what an administrator may do to one. */
import { People, PeopleWish, Person, SetCredits, SetPlan, SetRole, SetSuspension } from '#shared/admin.ts'
import {
  changeCredits,
  changePlan,
  endSessions,
  makeAdministrator,
  suspend,
  unmakeAdministrator,
  unsuspend,
} from '#server/admin/change-person.ts'
import { unsafeListPeople, unsafeReadPerson } from '#server/admin/list-people.ts'
import { stopCrawl } from '#server/crawl/stop-crawl.ts'
import type { Services } from '#server/services.ts'
import { body, createRoute, createRouter, failing, json, z } from './context.ts'
import { administrator } from './session.ts'

/** Better Auth's ids are no UUIDs. */
const PersonParam = z.object({ id: z.string().min(1).max(100) })
const aPerson = json(Person, 'The person as they are now')

export const adminPeopleRoutes = createRouter()
  .openapi(
    createRoute({
      method: 'get',
      path: '/admin/people',
      summary: 'Everybody with an account, by address',
      middleware: administrator,
      request: { query: PeopleWish },
      responses: { 200: json(People, 'A piece of the list'), ...failing(400, 401, 403) },
    }),
    async (c) => c.json(await unsafeListPeople(c.get('services'), c.req.valid('query')), 200),
  )
  .openapi(
    createRoute({
      method: 'put',
      path: '/admin/people/{id}/plan',
      summary: "Put somebody on a plan; an upgrade fills the balance, a downgrade cuts it to the plan's",
      middleware: administrator,
      request: { params: PersonParam, body: body(SetPlan) },
      responses: { 200: aPerson, ...failing(400, 401, 403, 404) },
    }),
    async (c) => {
      const { id } = c.req.valid('param')
      await changePlan(c.get('services'), { adminId: c.get('me').user.id, personId: id, ...c.req.valid('json') })
      return c.json(await unsafeReadPerson(c.get('services'), id), 200)
    },
  )
  .openapi(
    createRoute({
      method: 'put',
      path: '/admin/people/{id}/credits',
      summary: "Set somebody's balance",
      middleware: administrator,
      request: { params: PersonParam, body: body(SetCredits) },
      responses: { 200: aPerson, ...failing(400, 401, 403, 404) },
    }),
    async (c) => {
      const { id } = c.req.valid('param')
      await changeCredits(c.get('services'), { adminId: c.get('me').user.id, personId: id, ...c.req.valid('json') })
      return c.json(await unsafeReadPerson(c.get('services'), id), 200)
    },
  )
  .openapi(
    createRoute({
      method: 'put',
      path: '/admin/people/{id}/suspension',
      summary: 'Keep an account out, or let it in again',
      middleware: administrator,
      request: { params: PersonParam, body: body(SetSuspension) },
      responses: { 200: aPerson, ...failing(400, 401, 403, 404, 409) },
    }),
    async (c) => {
      const services = c.get('services')
      const who = { adminId: c.get('me').user.id, personId: c.req.valid('param').id }
      const { suspended } = c.req.valid('json')
      await (suspended ? suspend(withStop(services), who) : unsuspend(services, who))
      return c.json(await unsafeReadPerson(services, who.personId), 200)
    },
  )
  .openapi(
    createRoute({
      method: 'put',
      path: '/admin/people/{id}/role',
      summary: 'Make somebody an administrator, or end that',
      middleware: administrator,
      request: { params: PersonParam, body: body(SetRole) },
      responses: { 200: aPerson, ...failing(400, 401, 403, 404, 409) },
    }),
    async (c) => {
      const services = c.get('services')
      const who = { adminId: c.get('me').user.id, personId: c.req.valid('param').id }
      const { isAdmin } = c.req.valid('json')
      await (isAdmin ? makeAdministrator(services, who) : unmakeAdministrator(services, who))
      return c.json(await unsafeReadPerson(services, who.personId), 200)
    },
  )
  .openapi(
    createRoute({
      method: 'delete',
      path: '/admin/people/{id}/sessions',
      summary: 'End every session of somebody',
      middleware: administrator,
      request: { params: PersonParam },
      responses: { 200: aPerson, ...failing(400, 401, 403, 404) },
    }),
    async (c) => {
      const { id } = c.req.valid('param')
      await endSessions(c.get('services'), { adminId: c.get('me').user.id, personId: id })
      return c.json(await unsafeReadPerson(c.get('services'), id), 200)
    },
  )

const withStop = (services: Services) => ({
  ...services,
  stopCrawl: (which: { userId: string; crawlId: string }) => stopCrawl(services, which),
})
