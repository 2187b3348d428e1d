/** A stand-in OpenID Connect issuer that signs every visitor in as `person` without asking. */
import { createHash, createPublicKey, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
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
  /** The parameters of each authorization request, in order. */
  visits: URLSearchParams[]
  /** While true, every response is 503. */
  away: boolean
  close(): Promise<void>
}

const KEY_ID = 'one'
const TOKEN_LIFETIME_SECONDS = 300

export async function startIssuer(): Promise<Issuer> {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
  /** The parameters of an authorization request by the code that it was answered with. */
  const grants = new Map<string, URLSearchParams>()
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', issuer.url)
    const send = (body: object, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (issuer.away) return send({}, 503)
    switch (pathname) {
      case '/.well-known/openid-configuration':
        return send(discovery(issuer.url))
      case '/keys':
        return send({ keys: [publicKeyOf(keys.privateKey)] })
      case '/authorize':
        return response.writeHead(302, { location: authorize(searchParams) }).end()
      case '/token': {
        const tokens = exchangeCode(new URLSearchParams(await read(request)), request)
        return tokens ? send(tokens) : send({ error: 'invalid_grant' }, 400)
      }
      default:
        return send({}, 404)
    }
  })

  /** Returns the address that the browser is sent back to, with a code. */
  function authorize(parameters: URLSearchParams): string {
    issuer.visits.push(parameters)
    const code = randomBytes(16).toString('hex')
    grants.set(code, parameters)
    const back = new URL(parameters.get('redirect_uri') ?? '')
    back.searchParams.set('code', code)
    back.searchParams.set('state', parameters.get('state') ?? '')
    return back.href
  }

  /** A code is valid once. */
  function exchangeCode(form: URLSearchParams, request: IncomingMessage) {
    const code = form.get('code') ?? ''
    const grant = grants.get(code)
    grants.delete(code)
    if (!grant || !isAuthenticated(form, grant, request, issuer)) return null
    const issuedAt = Math.floor(Date.now() / 1000)
    const nonce = grant.get('nonce') ?? undefined
    const validity = { iss: issuer.url, aud: issuer.clientId, iat: issuedAt, exp: issuedAt + TOKEN_LIFETIME_SECONDS }
    const idToken = signToken({ ...validity, nonce, ...issuer.person, ...issuer.claims }, keys.privateKey)
    return {
      access_token: 'an-access-token',
      token_type: 'Bearer',
      expires_in: TOKEN_LIFETIME_SECONDS,
      id_token: idToken,
    }
  }

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

function publicKeyOf(privateKey: KeyObject) {
  const key = createPublicKey(privateKey).export({ format: 'jwk' })
  return { ...key, kid: KEY_ID, alg: 'RS256', use: 'sig' }
}

/** A JSON Web Token (RFC 7519). */
function signToken(claims: object, privateKey: KeyObject): string {
  const header = { alg: 'RS256', kid: KEY_ID, typ: 'JWT' }
  const unsigned = [header, claims].map((part) => base64(JSON.stringify(part))).join('.')
  const signature = createSign('sha256').update(unsigned).sign(privateKey).toString('base64url')
  return `${unsigned}.${signature}`
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
  const secret = form.get('client_secret') ?? secretInHeader(request)
  const verifier = form.get('code_verifier') ?? ''
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  return (
    secret === issuer.clientSecret &&
    form.get('redirect_uri') === grant.get('redirect_uri') &&
    grant.get('code_challenge_method') === 'S256' &&
    challenge === grant.get('code_challenge')
  )
}

/** The password of HTTP Basic, form-encoded as OAuth requires (RFC 6749, 2.3.1). */
function secretInHeader({ headers }: IncomingMessage): string {
  const encoded = headers.authorization?.replace(/^Basic /, '') ?? ''
  const [, secret = ''] = Buffer.from(encoded, 'base64').toString().split(':')
  return decodeURIComponent(secret.replaceAll('+', ' '))
}

const base64 = (text: string) => Buffer.from(text).toString('base64url')

async function read(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}
