/** /api/auth/two-factor: the second factor, an authenticator app, with recovery codes for the day it is lost. */
import { FactorCode } from '#shared/account.ts'
import { ask } from './ask-auth.ts'
import { PasswordRequest, SignedIn } from './auth-shapes.ts'
import { body, createRoute, createRouter, failing, json, z } from './context.ts'

const CodeRequest = z.object({ code: FactorCode })
const RecoveryRequest = z.object({ code: z.string().trim().min(1, 'Type a recovery code.').max(50) })
const Codes = z.object({ backupCodes: z.array(z.string()) })
const Enrolment = Codes.extend({
  /** otpauth://…, for a QR code. */
  totpURI: z.string(),
  /** The same secret in base 32, to be typed. */
  secret: z.string(),
})

export const factorRoutes = createRouter()
  .openapi(
    createRoute({
      method: 'post',
      path: '/two-factor/enable',
      summary: 'Begin with a second factor; it counts once verify-totp has seen its first code',
      request: { body: body(PasswordRequest) },
      responses: { 200: json(Enrolment, 'Shown this once'), ...failing(400, 401, 403, 429) },
    }),
    async (c) => {
      const enrolment = await ask(c, '/two-factor/enable', c.req.valid('json'), Codes.extend({ totpURI: z.string() }))
      const secret = new URL(enrolment.totpURI).searchParams.get('secret') ?? ''
      return c.json({ ...enrolment, secret }, 200)
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/two-factor/verify-totp',
      summary: 'The six digits: completes the enrolment, or the sign-in that asked for them',
      request: { body: body(CodeRequest) },
      responses: { 200: json(SignedIn, 'Right'), ...failing(400, 401, 403, 429) },
    }),
    async (c) => c.json(await ask(c, '/two-factor/verify-totp', c.req.valid('json'), SignedIn), 200),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/two-factor/verify-backup-code',
      summary: 'A recovery code in place of the six digits at sign-in; each works once',
      request: { body: body(RecoveryRequest) },
      responses: { 200: json(SignedIn, 'Signed in'), ...failing(400, 401, 403, 429) },
    }),
    async (c) => c.json(await ask(c, '/two-factor/verify-backup-code', c.req.valid('json'), SignedIn), 200),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/two-factor/generate-backup-codes',
      summary: 'Fresh recovery codes in place of the earlier ones',
      request: { body: body(PasswordRequest) },
      responses: { 200: json(Codes, 'Shown this once'), ...failing(400, 401, 403, 429) },
    }),
    async (c) => c.json(await ask(c, '/two-factor/generate-backup-codes', c.req.valid('json'), Codes), 200),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/two-factor/disable',
      summary: 'Remove the second factor',
      request: { body: body(PasswordRequest) },
      responses: { 200: json(z.object({ status: z.boolean() }), 'Removed'), ...failing(400, 401, 403, 429) },
    }),
    async (c) =>
      c.json(await ask(c, '/two-factor/disable', c.req.valid('json'), z.object({ status: z.boolean() })), 200),
  )
