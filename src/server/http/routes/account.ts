/** /api/account: the user's own account. Sign-in and two-factor authentication are under /api/auth. */
import type { Context } from 'hono'
import {
  ChangeEmail,
  ChangeLanguage,
  ChangePassword,
  DeleteAccount,
  type Me,
  RequestEmailChange,
  SignedInSession,
} from '#shared/account.ts'
import { utcDay } from '#shared/utc-day.ts'
import { changeEmail, requestEmailChange } from '#server/accounts/change-email.ts'
import { changePassword } from '#server/accounts/passwords/change-password.ts'
import { changeLanguage } from '#server/accounts/language.ts'
import { deleteAccount } from '#server/accounts/delete-account.ts'
import { exportAccount } from '#server/accounts/export-account.ts'
import { endOtherSessions, endSession, listSessions } from '#server/accounts/sessions/sessions.ts'
import { unlinkIdentity } from '#server/accounts/sign-in-methods.ts'
import { jsonBody, createRoute, createRouter, type Env, errorResponses, jsonResponse, z } from '#server/http/context.ts'
import { signedIn } from '#server/http/middleware/session.ts'
import { attachment, streamChunks } from '#server/http/stream-chunks.ts'

// Better Auth's ids are not UUIDs.
const AuthIdParam = z.object({ id: z.string().regex(/^[\w-]{16,64}$/, 'Not a valid id.') })
const noContent = { 204: { description: 'Done' } }

const currentSession = (c: Context<Env & { Variables: { me: Me } }>) => ({
  userId: c.get('me').user.id,
  sessionId: c.get('sessionId'),
})

export const accountRoutes = createRouter()
  .openapi(
    createRoute({
      method: 'put',
      path: '/account/language',
      summary: 'Set the language of your mails and feeds',
      middleware: signedIn,
      request: { body: jsonBody(ChangeLanguage) },
      responses: { ...noContent, ...errorResponses(400, 401) },
    }),
    async (c) => {
      await changeLanguage(c.get('services').db, { userId: c.get('me').user.id, ...c.req.valid('json') })
      return c.body(null, 204)
    },
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/account/sessions',
      summary: 'List your sessions, most recently used first',
      middleware: signedIn,
      responses: {
        200: jsonResponse(z.object({ sessions: z.array(SignedInSession) }), 'Your sessions'),
        ...errorResponses(401),
      },
    }),
    async (c) => c.json({ sessions: await listSessions(c.get('services').db, currentSession(c)) }, 200),
  )
  .openapi(
    createRoute({
      method: 'delete',
      path: '/account/sessions/{id}',
      summary: 'End one session',
      middleware: signedIn,
      request: { params: AuthIdParam },
      responses: { ...noContent, ...errorResponses(400, 401, 404) },
    }),
    async (c) => {
      await endSession(c.get('services').db, { id: c.req.valid('param').id, ...currentSession(c) })
      return c.body(null, 204)
    },
  )
  .openapi(
    createRoute({
      method: 'delete',
      path: '/account/sessions',
      summary: 'End all other sessions',
      middleware: signedIn,
      responses: { ...noContent, ...errorResponses(401) },
    }),
    async (c) => {
      await endOtherSessions(c.get('services').db, currentSession(c))
      return c.body(null, 204)
    },
  )
  .openapi(
    createRoute({
      method: 'delete',
      path: '/account/identities/{id}',
      summary: 'Unlink a single sign-on identity, unless it is the only sign-in method',
      middleware: signedIn,
      request: { params: AuthIdParam },
      responses: {
        ...noContent,
        ...errorResponses(400, 401, 404),
        409: { description: 'It is the only sign-in method' },
      },
    }),
    async (c) => {
      await unlinkIdentity(c.get('services'), { id: c.req.valid('param').id, ...currentSession(c) })
      return c.body(null, 204)
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/account/password',
      summary: 'Change the password and end all other sessions',
      middleware: signedIn,
      request: { body: jsonBody(ChangePassword) },
      responses: { ...noContent, ...errorResponses(400, 401, 403, 429) },
    }),
    async (c) => {
      await changePassword(c.get('services'), { ...c.req.valid('json'), ...currentSession(c) })
      return c.body(null, 204)
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/account/email',
      summary: 'Send a code to a new email address; the response does not reveal whether it is taken',
      middleware: signedIn,
      request: { body: jsonBody(RequestEmailChange) },
      responses: { ...noContent, ...errorResponses(400, 401, 403, 429) },
    }),
    async (c) => {
      await requestEmailChange(c.get('services'), { ...c.req.valid('json'), ...currentSession(c) })
      return c.body(null, 204)
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/account/email/verify',
      summary: 'Change the email address with the code sent to it',
      middleware: signedIn,
      request: { body: jsonBody(ChangeEmail) },
      responses: { 200: jsonResponse(z.object({ email: z.string() }), 'Your address'), ...errorResponses(400, 401) },
    }),
    async (c) => {
      const { email, otp: code } = c.req.valid('json')
      return c.json(await changeEmail(c.get('services'), { email, code, ...currentSession(c) }), 200)
    },
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/account/export',
      summary: 'Export all your data as one JSON file',
      middleware: signedIn,
      responses: {
        // With application/json the types would require an object instead of the streamed text.
        200: { description: 'A JSON file', content: { 'application/*': { schema: z.string() } } },
        ...errorResponses(401),
      },
    }),
    (c) => {
      const chunks = exportAccount(c.get('services').db, c.get('me').user.id)
      c.header('Content-Type', 'application/json; charset=utf-8')
      c.header('Content-Disposition', attachment(`readback-export-${utcDay(new Date())}.json`))
      c.header('Cache-Control', 'no-store')
      // An error closes the connection, so that a partial file fails to download.
      return c.body(streamChunks(chunks))
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/account/delete',
      summary: 'Delete the account and all its data',
      middleware: signedIn,
      request: { body: jsonBody(DeleteAccount) },
      responses: { ...noContent, ...errorResponses(400, 401, 403, 409, 429) },
    }),
    async (c) => {
      await deleteAccount(c.get('services'), { ...c.req.valid('json'), ...currentSession(c) })
      return c.body(null, 204)
    },
  )
