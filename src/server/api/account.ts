/** /api/account: what a person does with the own account. Signing in and the second factor are under /api/auth. */
import type { Context } from 'hono'
import {
  ChangeEmail,
  ChangePassword,
  DeleteAccount,
  type Me,
  RequestEmailChange,
  SignedInSession,
} from '#shared/account.ts'
import { utcDay } from '#shared/utc-day.ts'
import { changeEmail, requestEmailChange } from '#server/account/change-email.ts'
import { changePassword } from '#server/account/change-password.ts'
import { deleteAccount } from '#server/account/delete-account.ts'
import { exportAccount } from '#server/account/export-account.ts'
import { ISSUER_ID } from '#server/account/outside-issuer.ts'
import { endOtherSessions, endSession, listSessions } from '#server/account/sessions.ts'
import { unlinkIdentity } from '#server/account/unlink-identity.ts'
import { body, createRoute, createRouter, type Env, failing, json, z } from './context.ts'
import { signedIn } from './session.ts'
import { attachment, streamPieces } from './stream-pieces.ts'

const guarded = { middleware: signedIn }
const OwnIdParam = z.object({ id: z.string().regex(/^[\w-]{16,64}$/, 'Not an id.') })
const done = { 204: { description: 'Done' } }

const who = (c: Context<Env & { Variables: { me: Me } }>) => ({
  userId: c.get('me').user.id,
  sessionId: c.get('sessionId'),
})

export const accountRoutes = createRouter()
  .openapi(
    createRoute({
      method: 'get',
      path: '/account/sessions',
      summary: 'Where you are signed in, the latest used first',
      ...guarded,
      responses: { 200: json(z.object({ sessions: z.array(SignedInSession) }), 'Your sessions'), ...failing(401) },
    }),
    async (c) => c.json({ sessions: await listSessions(c.get('services').db, who(c)) }, 200),
  )
  .openapi(
    createRoute({
      method: 'delete',
      path: '/account/sessions/{id}',
      summary: 'End one session',
      ...guarded,
      request: { params: OwnIdParam },
      responses: { ...done, ...failing(400, 401, 404) },
    }),
    async (c) => {
      await endSession(c.get('services').db, { ...who(c), id: c.req.valid('param').id })
      return c.body(null, 204)
    },
  )
  .openapi(
    createRoute({
      method: 'delete',
      path: '/account/sessions',
      summary: 'End every session but this one',
      ...guarded,
      responses: { ...done, ...failing(401) },
    }),
    async (c) => {
      await endOtherSessions(c.get('services').db, who(c))
      return c.body(null, 204)
    },
  )
  .openapi(
    createRoute({
      method: 'delete',
      path: '/account/identities/{id}',
      summary: 'Unlink an identity of an outside issuer; never the last way in',
      ...guarded,
      request: { params: OwnIdParam },
      responses: { ...done, ...failing(400, 401, 404), 409: { description: 'It is the only way in' } },
    }),
    async (c) => {
      const { db, config } = c.get('services')
      const usable = config.oidc ? [ISSUER_ID] : []
      await unlinkIdentity(db, { ...who(c), id: c.req.valid('param').id, usable })
      return c.body(null, 204)
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/account/password',
      summary: 'Change the password; ends every other session',
      ...guarded,
      request: { body: body(ChangePassword) },
      responses: { ...done, ...failing(400, 401, 403, 429) },
    }),
    async (c) => {
      await changePassword(c.get('services'), { ...who(c), ...c.req.valid('json') })
      return c.body(null, 204)
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/account/email',
      summary: 'Send a code to a new address; answers the same whether or not it is free',
      ...guarded,
      request: { body: body(RequestEmailChange) },
      responses: { ...done, ...failing(400, 401, 403, 429) },
    }),
    async (c) => {
      await requestEmailChange(c.get('services'), { ...who(c), ...c.req.valid('json') })
      return c.body(null, 204)
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/account/email/verify',
      summary: 'Put the new address in place with the code sent to it',
      ...guarded,
      request: { body: body(ChangeEmail) },
      responses: { 200: json(z.object({ email: z.string() }), 'Your address'), ...failing(400, 401) },
    }),
    async (c) => {
      const { email, otp: code } = c.req.valid('json')
      return c.json(await changeEmail(c.get('services'), { ...who(c), email, code }), 200)
    },
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/account/export',
      summary: 'Everything that belongs to you, as one JSON file',
      ...guarded,
      responses: {
        200: { description: 'A JSON file', content: { 'application/*': { schema: z.string() } } },
        ...failing(401),
      },
    }),
    (c) => {
      const pieces = exportAccount(c.get('services').db, c.get('me').user.id)
      c.header('Content-Type', 'application/json; charset=utf-8')
      c.header('Content-Disposition', attachment(`readback-export-${utcDay(new Date())}.json`))
      c.header('Cache-Control', 'no-store')
      // A failure on the way breaks the connection off, so that nobody takes half a file for the whole.
      return c.body(streamPieces(pieces))
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/account/delete',
      summary: 'Delete the account with everything that belongs to it',
      ...guarded,
      request: { body: body(DeleteAccount) },
      responses: { ...done, ...failing(400, 401, 403, 409, 429) },
    }),
    async (c) => {
      await deleteAccount(c.get('services'), { ...who(c), ...c.req.valid('json') })
      return c.body(null, 204)
    },
  )
