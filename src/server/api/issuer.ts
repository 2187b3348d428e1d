/** /api/auth/oidc: entering through the outside issuer, when the operator named one, and linking it to an account. */
import { ReturnTo } from '#shared/account.ts'
import { AppError } from '#shared/errors.ts'
import { ISSUER_ID } from '#server/account/outside-issuer.ts'
import { ask, visit } from './ask-auth.ts'
import { body, createRoute, createRouter, failing, json, z } from './context.ts'

const Start = z.object({ returnTo: ReturnTo.default('/') })
/** Where the browser goes next. */
const Elsewhere = z.object({ url: z.string() })
const away = { 502: { description: 'The issuer does not answer' } }

export const issuerRoutes = createRouter()
  .openapi(
    createRoute({
      method: 'post',
      path: '/oidc/start',
      summary: 'Sign in through the outside issuer: the address to go to',
      request: { body: body(Start) },
      responses: { 200: json(Elsewhere, 'Go there'), ...failing(400, 403, 404, 429), ...away },
    }),
    async (c) =>
      c.json(await ask(c, '/sign-in/social', trip(c.get('services').appUrl, c.req.valid('json')), Elsewhere), 200),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/oidc/link',
      summary: 'Link an identity of the outside issuer to the account that is signed in: the address to go to',
      request: { body: body(Start) },
      responses: { 200: json(Elsewhere, 'Go there'), ...failing(400, 401, 403, 404, 429), ...away },
    }),
    async (c) =>
      c.json(await ask(c, '/link-social', trip(c.get('services').appUrl, c.req.valid('json')), Elsewhere), 200),
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/callback/oidc',
      summary: 'Where the outside issuer sends the browser back to',
      request: { query: z.object({ state: z.string().optional(), code: z.string().optional() }).loose() },
      responses: { 302: { description: 'On to where the person wanted to go; `error` in the query when it failed' } },
    }),
    async (c) => {
      const answer = await visit(c, `/callback/${ISSUER_ID}${new URL(c.req.url).search}`)
      const location = answer.headers.get('location')
      if (!location) throw new AppError(answer.status === 429 ? 'request.too-many' : 'request.not-found')
      return c.redirect(location, 302)
    },
  )

function trip(appUrl: string, { returnTo }: z.infer<typeof Start>) {
  const url = appUrl + returnTo
  return { provider: ISSUER_ID, callbackURL: url, errorCallbackURL: url, disableRedirect: true }
}
