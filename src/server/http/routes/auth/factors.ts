/** /api/auth/two-factor: authenticator app (TOTP) with recovery codes. */
import { FactorCode } from '#shared/account.ts'
import { invalid } from '#shared/errors.ts'
import { callAuth, PasswordRequest, SignedIn } from '#server/http/call-auth.ts'
import { jsonBody, createRoute, createRouter, errorResponses, jsonResponse, z } from '#server/http/context.ts'

const CodeRequest = z.object({ code: FactorCode })
const RecoveryRequest = z.object({ code: z.string().trim().min(1, invalid('account.recovery-code-required')).max(50) })
/** Recovery codes, under better-auth's name. */
const Codes = z.object({ backupCodes: z.array(z.string()) })
const Enrollment = Codes.extend({
  /** otpauth://…, for a QR code. */
  totpURI: z.string(),
  /** The same secret in base 32, for typing. */
  secret: z.string(),
})

export const factorRoutes = createRouter()
  .openapi(
    createRoute({
      method: 'post',
      path: '/two-factor/enable',
      summary: 'Start setting up two-factor authentication; verify-totp completes it',
      request: { body: jsonBody(PasswordRequest) },
      responses: { 200: jsonResponse(Enrollment, 'Shown only once'), ...errorResponses(400, 401, 403, 429) },
    }),
    async (c) => {
      const enrollment = await callAuth(
        c,
        '/two-factor/enable',
        c.req.valid('json'),
        Codes.extend({ totpURI: z.string() }),
      )
      const secret = new URL(enrollment.totpURI).searchParams.get('secret') ?? ''
      return c.json({ ...enrollment, secret }, 200)
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/two-factor/verify-totp',
      security: [],
      summary: 'Verify a 6-digit code: completes the setup or the sign-in',
      request: { body: jsonBody(CodeRequest) },
      responses: { 200: jsonResponse(SignedIn, 'Verified'), ...errorResponses(400, 401, 403, 429) },
    }),
    async (c) => c.json(await callAuth(c, '/two-factor/verify-totp', c.req.valid('json'), SignedIn), 200),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/two-factor/verify-backup-code',
      security: [],
      summary: 'Sign in with a recovery code; each works once',
      request: { body: jsonBody(RecoveryRequest) },
      responses: { 200: jsonResponse(SignedIn, 'Signed in'), ...errorResponses(400, 401, 403, 429) },
    }),
    async (c) => c.json(await callAuth(c, '/two-factor/verify-backup-code', c.req.valid('json'), SignedIn), 200),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/two-factor/generate-backup-codes',
      summary: 'Replace the recovery codes',
      request: { body: jsonBody(PasswordRequest) },
      responses: { 200: jsonResponse(Codes, 'Shown only once'), ...errorResponses(400, 401, 403, 429) },
    }),
    async (c) => c.json(await callAuth(c, '/two-factor/generate-backup-codes', c.req.valid('json'), Codes), 200),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/two-factor/disable',
      summary: 'Turn off two-factor authentication',
      request: { body: jsonBody(PasswordRequest) },
      responses: {
        200: jsonResponse(z.object({ status: z.boolean() }), 'Turned off'),
        ...errorResponses(400, 401, 403, 429),
      },
    }),
    async (c) =>
      c.json(await callAuth(c, '/two-factor/disable', c.req.valid('json'), z.object({ status: z.boolean() })), 200),
  )
