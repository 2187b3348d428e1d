/**
 * A stand-in for Zoho accounts and WorkDrive: an HTTP server with the wire format of the specification, section 7, and
 * a consent page, which can simulate faults. With the `documented` wire format it accepts uploads as the provider's
 * manual describes them: https://workdrive.zoho.com/apidocs/v1/filesfolders/uploadfile
 */
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

export type ZohoUpload = {
  id: string
  workspaceId: string
  folderId: string
  fileName: string
  /** The content type of the file's part. */
  type: string
  text: string
  authorization: string
}
/** A fault of a token response or an upload response. 'repeats' echoes the request in the response. */
export type ZohoFault = 'refused' | 'no token' | 'repeats' | 'html' | 'breaks' | 401 | 403 | 429 | 500

export type ZohoService = {
  /** For the settings ZOHO_ACCOUNTS_BASE_URL and ZOHO_API_BASE_URL. */
  url: string
  settings: { ZOHO_ACCOUNTS_BASE_URL: string; ZOHO_API_BASE_URL: string }
  /** The settings that an administrator stores. */
  stored: { zoho_client_id: string; zoho_client_secret: string; zoho_api_domain: string; zoho_oauth_scope: string }
  wire: 'specified' | 'documented'
  /** The lifetime of access tokens in seconds. */
  expiresIn: number
  tokenFaults: ZohoFault[]
  uploadFaults: ZohoFault[]
  /** Awaited before every token response. */
  before: (() => Promise<void>) | null
  /** The fields of all token requests, in order. */
  tokenRequests: Record<string, string>[]
  /** The query parameters of all requests for the consent page. */
  consents: Record<string, string>[]
  uploads: ZohoUpload[]
  /** All issued codes and tokens, which must not leak. */
  secrets: string[]
  /** Invalidates all access tokens before they expire. */
  revokeAccessTokens(): void
  /** Invalidates all access and refresh tokens. */
  revokeConsent(): void
  /** Grants consent for the authorization URL and returns the redirect URL. */
  consent(address: string): string
  close(): Promise<void>
}

const CLIENT_ID = '1000.PLANTEDCLIENT'
const CLIENT_SECRET = 'planted-zoho-client-secret-0123456789'

/** The authorization request that a code was issued for. */
type Consent = { redirectUri: string; challenge: string | undefined }
type Grants = { codes: Map<string, Consent>; access: Map<string, number>; refresh: Set<string> }

export async function startZohoService(port = 0): Promise<ZohoService> {
  const grants: Grants = { codes: new Map(), access: new Map(), refresh: new Set() }
  const server = createServer((request, response) => {
    void answer(service, grants, request, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500)
      response.end(String(error))
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The document storage has no port')
  const url = `http://127.0.0.1:${address.port}`
  const service: ZohoService = {
    url,
    settings: { ZOHO_ACCOUNTS_BASE_URL: url, ZOHO_API_BASE_URL: url },
    stored: {
      zoho_client_id: CLIENT_ID,
      zoho_client_secret: CLIENT_SECRET,
      zoho_api_domain: url,
      zoho_oauth_scope: 'WorkDrive.files.CREATE',
    },
    wire: 'specified',
    expiresIn: 3600,
    tokenFaults: [],
    uploadFaults: [],
    before: null,
    tokenRequests: [],
    consents: [],
    uploads: [],
    secrets: [CLIENT_SECRET],
    revokeAccessTokens: () => grants.access.clear(),
    revokeConsent() {
      grants.access.clear()
      grants.refresh.clear()
    },
    consent: (asked) => consent(service, grants, Object.fromEntries(new URL(asked).searchParams)),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return service
}

async function answer(service: ZohoService, grants: Grants, request: IncomingMessage, response: ServerResponse) {
  const { pathname, searchParams } = new URL(request.url ?? '/', service.url)
  const query = Object.fromEntries(searchParams)
  const body = await bodyOf(request)
  switch (`${request.method} ${pathname}`) {
    case 'GET /oauth/v2/auth':
      service.consents.push(query)
      return consentPage(response, query)
    case 'POST /oauth/v2/auth': {
      const fields = Object.fromEntries(new URLSearchParams(body.toString()))
      return redirect(response, fields['act'] === 'accept' ? consent(service, grants, query) : refusal(query))
    }
    case 'POST /oauth/v2/token':
      return giveTokens(service, grants, response, Object.fromEntries(new URLSearchParams(body.toString())))
    case 'POST /oauth/v2/token/revoke':
      grants.refresh.delete(query['token'] ?? new URLSearchParams(body.toString()).get('token') ?? '')
      return send(response, 200, { status: 'success' })
    case 'POST /workdrive/api/v1/upload':
      return takeUpload(service, grants, { request, response, query, body })
    default:
      return showFile(service, response, pathname)
  }
}

const PARAMETERS = ['client_id', 'response_type', 'redirect_uri', 'scope', 'access_type', 'prompt', 'state']

function consent(service: ZohoService, grants: Grants, query: Record<string, string>) {
  const missing = PARAMETERS.filter((name) => !query[name])
  if (missing.length > 0) throw new Error(`The address of the consent page lacks ${missing.join(', ')}`)
  const code = secret(service, 'code')
  grants.codes.set(code, { redirectUri: query['redirect_uri'] ?? '', challenge: query['code_challenge'] })
  return returnAddress(query, { code })
}

const refusal = (query: Record<string, string>) => returnAddress(query, { error: 'access_denied' })

function returnAddress(query: Record<string, string>, fields: Record<string, string>) {
  const address = new URL(query['redirect_uri'] ?? '')
  for (const [name, value] of Object.entries({ ...fields, state: query['state'] ?? '' }))
    address.searchParams.set(name, value)
  return address.href
}

async function giveTokens(
  service: ZohoService,
  grants: Grants,
  response: ServerResponse,
  fields: Record<string, string>,
) {
  service.tokenRequests.push(fields)
  await service.before?.()
  const fault = service.tokenFaults.shift()
  // The provider responds to errors with 200 and an error code.
  if (fault === 'refused') return send(response, 200, { error: 'invalid_code' })
  if (fault === 'no token') return send(response, 200, { expires_in: service.expiresIn })
  if (fault) return sendFault(response, fault, JSON.stringify(fields))
  if (fields['client_id'] !== CLIENT_ID || fields['client_secret'] !== CLIENT_SECRET) {
    return send(response, 200, { error: 'invalid_client' })
  }
  if (fields['grant_type'] === 'authorization_code') {
    const code = fields['code'] ?? ''
    const consent = grants.codes.get(code)
    // Codes are valid once.
    grants.codes.delete(code)
    if (!consent || (consent.challenge && consent.challenge !== hashOf(fields['code_verifier']))) {
      return send(response, 200, { error: 'invalid_code' })
    }
    if (consent.redirectUri !== fields['redirect_uri']) return send(response, 200, { error: 'redirect_uri_mismatch' })
    const refresh = secret(service, 'refresh')
    grants.refresh.add(refresh)
    return send(response, 200, { ...newAccess(service, grants), refresh_token: refresh })
  }
  if (fields['grant_type'] !== 'refresh_token') return send(response, 200, { error: 'unsupported_grant_type' })
  if (!grants.refresh.has(fields['refresh_token'] ?? '')) return send(response, 200, { error: 'invalid_code' })
  return send(response, 200, newAccess(service, grants))
}

function newAccess(service: ZohoService, grants: Grants) {
  const token = secret(service, 'access')
  grants.access.set(token, Date.now() + service.expiresIn * 1000)
  return { access_token: token, expires_in: service.expiresIn, api_domain: service.url, token_type: 'Bearer' }
}

type Upload = { request: IncomingMessage; response: ServerResponse; query: Record<string, string>; body: Buffer }

async function takeUpload(service: ZohoService, grants: Grants, { request, response, query, body }: Upload) {
  const authorization = request.headers.authorization ?? ''
  const fault = service.uploadFaults.shift()
  if (fault) return sendFault(response, fault, authorization)
  const [scheme, token = ''] = authorization.split(' ')
  const isSpecified = service.wire === 'specified'
  const isAuthorized =
    scheme === (isSpecified ? 'Bearer' : 'Zoho-oauthtoken') && (grants.access.get(token) ?? 0) > Date.now()
  if (!isAuthorized) return send(response, 401, { errors: [{ id: 'F7003', title: 'Invalid OAuth token.' }] })
  const type = request.headers['content-type'] ?? ''
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
  const field = (name: string) => String(form.get(name) ?? '')
  const file = form.get(isSpecified ? 'file' : 'content')
  const [workspaceId = '', folderId = ''] = isSpecified
    ? [query['workspaceId'], query['folderId']]
    : ['', field('parent_id')]
  if (!(file instanceof File) || !folderId || (isSpecified && !workspaceId)) {
    return send(response, 400, { errors: [{ id: 'F6016', title: 'A required parameter is missing.' }] })
  }
  const id = randomBytes(12).toString('hex')
  service.uploads.push({
    id,
    workspaceId,
    folderId,
    fileName: field('filename'),
    type: file.type,
    text: await file.text(),
    authorization,
  })
  const link = `${service.url}/file/${id}`
  const attributes = { resource_id: id, parent_id: folderId, Permalink: link, FileName: field('filename') }
  return send(response, 200, { data: isSpecified ? { id, downloadUrl: link } : [{ attributes, type: 'files' }] })
}

function sendFault(response: ServerResponse, fault: ZohoFault, request: string) {
  if (fault === 'breaks') return response.destroy()
  if (fault === 'html') return response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>')
  if (typeof fault !== 'number')
    return send(response, 400, { error: 'invalid_request', error_description: `You sent ${request}` })
  return send(response, fault, { errors: [{ id: `F${fault}`, title: `This is a ${fault}.` }] })
}

function consentPage(response: ServerResponse, query: Record<string, string>) {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
  response.end(`<!doctype html><html lang="en"><title>Zoho accounts</title><main><h1>Readback asks for access</h1>
    <p>${escape(query['scope'] ?? '')}. A stand-in: no account is touched.</p><form method="post">
    <button name="act" value="accept">Accept</button> <button name="act" value="reject">Reject</button></form></main></html>`)
}

function showFile(service: ZohoService, response: ServerResponse, path: string) {
  const upload = service.uploads.find(({ id }) => path === `/file/${id}`)
  response.writeHead(upload ? 200 : 404, { 'content-type': 'text/plain; charset=utf-8' })
  response.end(upload?.text ?? 'There is nothing here.')
}

function secret(service: ZohoService, kind: string) {
  const value = `1000.planted-${kind}-${randomBytes(16).toString('hex')}`
  service.secrets.push(value)
  return value
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece)
  return Buffer.concat(pieces)
}

function send(response: ServerResponse, status: number, body: object) {
  response.writeHead(status, { 'content-type': 'application/json', 'set-cookie': 'zoho=planted-cookie' })
  response.end(JSON.stringify(body))
}

const hashOf = (verifier = '') => createHash('sha256').update(verifier).digest('base64url')
const redirect = (response: ServerResponse, location: string) => response.writeHead(303, { location }).end()
const escape = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
