/** A stand-in OpenID Connect issuer that signs every visitor in as `person` without asking. */
import { createHash, createPublicKey, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'

export type Issuer = {
  /** For the setting OIDC_ISSUER. */
  url: string
  clientId: string
  clientSecret: string
  /** The signed-in user: the claims of the ID token. */
  person: { sub: string; email: string; email_verified?: boolean; name?: string }
  /** Overrides of the ID token's claims, to forge tokens. */
  claims: Record<string, unknown>
  /** The parameters of each authorisation request, in order. */
  visits: URLSearchParams[]
  /** While true, every response is 503. */
  away: boolean
  close(): Promise<void>
}

export async function startIssuer(): Promise<Issuer> {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const grants = new Map<string, URLSearchParams>()
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', issuer.url)
    const send = (body: object, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (issuer.away) return send({}, 503)
    if (url.pathname === '/.well-known/openid-configuration') return send(discovery(issuer.url))
    if (url.pathname === '/keys')
      return send({
        keys: [{ ...createPublicKey(keys.privateKey).export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }],
      })
    if (url.pathname === '/authorize') {
      issuer.visits.push(url.searchParams)
      const code = randomBytes(16).toString('hex')
      grants.set(code, url.searchParams)
      const back = new URL(url.searchParams.get('redirect_uri') ?? '')
      back.searchParams.set('code', code)
      back.searchParams.set('state', url.searchParams.get('state') ?? '')
      return response.writeHead(302, { location: back.href }).end()
    }
    if (url.pathname !== '/token') return send({}, 404)
    const form = new URLSearchParams(await read(request))
    const grant = grants.get(form.get('code') ?? '')
    grants.delete(form.get('code') ?? '')
    if (!grant || !isAuthenticated(form, grant, request, issuer)) return send({ error: 'invalid_grant' }, 400)
    const now = Math.floor(Date.now() / 1000)
    const nonce = grant.get('nonce') ?? undefined
    const claims = {
      iss: issuer.url,
      aud: issuer.clientId,
      iat: now,
      exp: now + 300,
      nonce,
      ...issuer.person,
      ...issuer.claims,
    }
    const unsigned = [{ alg: 'RS256', kid: 'one', typ: 'JWT' }, claims]
      .map((part) => base64(JSON.stringify(part)))
      .join('.')
    const signature = createSign('sha256').update(unsigned).sign(keys.privateKey).toString('base64url')
    send({
      access_token: 'an-access-token',
      token_type: 'Bearer',
      expires_in: 300,
      id_token: `${unsigned}.${signature}`,
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The issuer has no port')
  const issuer: Issuer = {
    url: `http://127.0.0.1:${address.port}`,
    clientId: 'readback',
    clientSecret: 'the secret of the client',
    person: { sub: 'one', email: 'one@example.org', email_verified: true, name: 'One' },
    claims: {},
    visits: [],
    away: false,
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
  return issuer
}

const discovery = (url: string) => ({
  issuer: url,
  authorization_endpoint: `${url}/authorize`,
  token_endpoint: `${url}/token`,
  jwks_uri: `${url}/keys`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  code_challenge_methods_supported: ['S256'],
})

/** Checks the client secret, the redirect URI and the PKCE verifier (RFC 7636, S256). */
function isAuthenticated(form: URLSearchParams, grant: URLSearchParams, request: IncomingMessage, issuer: Issuer) {
  const basic = Buffer.from(request.headers.authorization?.replace(/^Basic /, '') ?? '', 'base64').toString()
  const secret = form.get('client_secret') ?? decodeURIComponent(basic.split(':')[1]?.replaceAll('+', ' ') ?? '')
  const challenge = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url')
  return (
    secret === issuer.clientSecret &&
    form.get('redirect_uri') === grant.get('redirect_uri') &&
    grant.get('code_challenge_method') === 'S256' &&
    challenge === grant.get('code_challenge')
  )
}

const base64 = (text: string) => Buffer.from(text).toString('base64url')

async function read(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}
