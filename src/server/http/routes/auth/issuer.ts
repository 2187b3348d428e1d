/** /api/auth/oidc: single sign-on, if a provider is configured, and linking it to an account. */
import { ReturnTo } from '#shared/account.ts'
import { SSO_PROVIDER_ID } from '#server/accounts/sso.ts'
import { callAuth, forwardToAuth } from '#server/http/call-auth.ts'
import { jsonBody, createRoute, createRouter, errorResponses, jsonResponse, z } from '#server/http/context.ts'

const Start = z.object({ returnTo: ReturnTo.default('/') })
/** Where the browser goes next. */
const Redirect = z.object({ url: z.string() })
const issuerAway = { 502: { description: 'The issuer is not responding' } }

export const issuerRoutes = createRouter()
  .openapi(
    createRoute({
      method: 'post',
      path: '/oidc/start',
      summary: 'Sign in with single sign-on; returns the address to open',
      request: { body: jsonBody(Start) },
      responses: {
        200: jsonResponse(Redirect, 'Redirect there'),
        ...errorResponses(400, 403, 404, 429),
        ...issuerAway,
      },
    }),
    async (c) =>
      c.json(
        await callAuth(c, '/sign-in/social', socialSignIn(c.get('services').appUrl, c.req.valid('json')), Redirect),
        200,
      ),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/oidc/link',
      summary: 'Link a single sign-on identity to your account; returns the address to open',
      request: { body: jsonBody(Start) },
      responses: {
        200: jsonResponse(Redirect, 'Redirect there'),
        ...errorResponses(400, 401, 403, 404, 429),
        ...issuerAway,
      },
    }),
    async (c) =>
      c.json(
        await callAuth(c, '/link-social', socialSignIn(c.get('services').appUrl, c.req.valid('json')), Redirect),
        200,
      ),
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/callback/oidc',
      summary: 'Finish a single sign-on: the provider sends the browser here',
      request: { query: z.object({ state: z.string().optional(), code: z.string().optional() }).loose() },
      responses: { 302: { description: 'Redirects to `returnTo`, with `error` in the query if sign-in failed' } },
    }),
    async (c) => {
      const answer = await forwardToAuth(c, `/callback/${SSO_PROVIDER_ID}${new URL(c.req.url).search}`)
      // A browser navigates here, so every failure leads to a page.
      const location = answer.headers.get('location') ?? `${c.get('services').appUrl}/?error=${answer.status}`
      return c.redirect(location, 302)
    },
  )

function socialSignIn(appUrl: string, { returnTo }: z.infer<typeof Start>) {
  const url = appUrl + returnTo
  return { provider: SSO_PROVIDER_ID, callbackURL: url, errorCallbackURL: url, disableRedirect: true }
}
