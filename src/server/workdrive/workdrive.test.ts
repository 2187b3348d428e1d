import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startZohoService, type ZohoService } from '#test/zoho-service.ts'
import { requestTokens } from './request-tokens.ts'
import { authorizationUrl } from './authorization-url.ts'
import { readConfiguration, type WorkdriveConfiguration } from './read-configuration.ts'
import { uploadFile } from './upload-file.ts'

let zoho: ZohoService
let configuration: WorkdriveConfiguration
beforeAll(async () => {
  zoho = await startZohoService()
})
afterAll(() => zoho.close())
beforeEach(() => {
  zoho.wire = 'specified'
  configuration = configured({})
})

const appUrl = 'https://readback.example.org'
const invalid = { ok: false, reason: 'invalid' }
const nowhere = { accountsBaseUrl: undefined, apiBaseUrl: undefined }
/** The stand-in is trusted as an operator would trust it. */
const config = { zoho: nowhere, allowPrivateHosts: ['127.0.0.1'] }

function configured(change: object): WorkdriveConfiguration {
  const read = readConfiguration({ stored: { ...zoho.stored, ...change }, config, appUrl })
  if (!read.ok) throw new Error(`The configuration is ${read.reason}`)
  return read.configuration
}
const codeOf = (address: string) => new URL(address).searchParams.get('code') ?? ''
const codeVerifier = 'a-verifier'
const flow = { state: 'a-state', codeChallenge: createHash('sha256').update(codeVerifier).digest('base64url') }
const newCode = () => codeOf(zoho.consent(authorizationUrl(configuration, flow)))
const exchangeCode = () => requestTokens(configuration, { code: newCode(), codeVerifier })

describe('the configuration of the document storage', () => {
  it('needs client ID, secret, domain and scope, and defaults to our callback as redirect address [workdrive-1]', () => {
    expect(configuration).toMatchObject({
      redirectUri: `${appUrl}/auth/zoho/callback`,
      accountsBase: zoho.url,
      apiBase: zoho.url,
    })
    expect(configured({ zoho_redirect_uri: `${appUrl}/back` }).redirectUri).toBe(`${appUrl}/back`)
    for (const name of Object.keys(zoho.stored)) {
      const stored = { ...zoho.stored, [name]: undefined }
      expect({ name, read: readConfiguration({ stored, config, appUrl }) }).toEqual({ name, read: invalid })
    }
    expect(readConfiguration({ stored: {}, config, appUrl })).toEqual({ ok: false, reason: 'missing' })
  })

  it('is invalid with an address that is neither the provider’s nor this server’s', () => {
    const read = (change: object, trusted = config) =>
      readConfiguration({ stored: { ...zoho.stored, ...change }, config: trusted, appUrl })
    expect(read({ zoho_redirect_uri: 'https://other.example/back' })).toEqual(invalid)
    expect(read({ zoho_api_domain: 'https://other.example' })).toEqual(invalid)
    expect(read({}, { ...config, allowPrivateHosts: [] })).toEqual(invalid)
  })

  it('prefers base URLs from the environment over the stored domain', () => {
    const stored = { ...zoho.stored, zoho_api_domain: 'https://accounts.zoho.eu' }
    const given = { accountsBaseUrl: 'http://localhost:1', apiBaseUrl: 'http://localhost:2' }
    expect(readConfiguration({ stored, config: { ...config, zoho: given }, appUrl })).toMatchObject({
      configuration: { accountsBase: 'http://localhost:1', apiBase: 'http://localhost:2' },
    })
    expect(readConfiguration({ stored, config, appUrl })).toMatchObject({
      configuration: { accountsBase: 'https://accounts.zoho.eu', wire: 'documented' },
    })
  })
})

it('requests consent with the code flow, offline access and a state [workdrive-2]', () => {
  const url = new URL(authorizationUrl(configuration, flow))
  expect(url.origin + url.pathname).toBe(`${zoho.url}/oauth/v2/auth`)
  expect(Object.fromEntries(url.searchParams)).toEqual({
    client_id: zoho.stored.zoho_client_id,
    response_type: 'code',
    redirect_uri: `${appUrl}/auth/zoho/callback`,
    scope: 'WorkDrive.files.CREATE',
    access_type: 'offline',
    prompt: 'consent',
    state: 'a-state',
    code_challenge: flow.codeChallenge,
    code_challenge_method: 'S256',
  })
})

describe('tokens', () => {
  it('are issued once for a code, with their expiry time [workdrive-3]', async () => {
    const code = newCode()
    const { tokens } = await requestTokens(configuration, { code, codeVerifier })
    expect(tokens).toMatchObject({
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      expires_in: 3600,
    })
    expect(Date.parse(tokens?.expires_at ?? '') - Date.now()).toBeGreaterThan(3_590_000)
    expect(zoho.tokenRequests.at(-1)).toEqual({
      grant_type: 'authorization_code',
      code,
      client_id: configuration.clientId,
      client_secret: configuration.clientSecret,
      redirect_uri: configuration.redirectUri,
      code_verifier: codeVerifier,
    })
    expect(await requestTokens(configuration, { code, codeVerifier })).toMatchObject({ tokens: null, responded: true })
  })

  it('are not issued for a code without its verifier', async () => {
    expect(await requestTokens(configuration, { code: newCode(), codeVerifier: 'another' })).toMatchObject({
      tokens: null,
    })
  })

  it('keep their refresh token after a refresh [workdrive-4]', async () => {
    const { tokens } = await exchangeCode()
    const refreshToken = tokens?.refresh_token ?? ''
    const refreshed = await requestTokens(configuration, { refreshToken })
    expect(refreshed.tokens).toMatchObject({ refresh_token: refreshToken })
    expect(refreshed.tokens?.access_token).not.toBe(tokens?.access_token)
  })

  it.each([
    ['refused', true],
    ['no token', true],
    ['html', false],
    ['breaks', false],
    [500, false],
    [429, true],
  ] as const)(
    'are null after one attempt when the provider fails with %s [workdrive-6]',
    async (trouble, responded) => {
      const before = zoho.tokenRequests.length
      zoho.tokenFaults = [trouble]
      expect(await requestTokens(configuration, { refreshToken: 'r' })).toMatchObject({ tokens: null, responded })
      expect(zoho.tokenRequests).toHaveLength(before + 1)
    },
  )
})

it('limits token requests and uploads to 30 s [workdrive-7]', async () => {
  const limits = vi.spyOn(AbortSignal, 'timeout')
  const token = (await exchangeCode()).tokens?.access_token ?? ''
  await uploadFile(configuration, token, { workspaceId: 'w', folderId: 'f', fileName: 'f', bytes: new Blob() })
  expect(limits.mock.calls).toEqual([[30_000], [30_000]])
  limits.mockRestore()
})

describe.each(['specified', 'documented'] as const)('an upload in the %s wire format', (wire) => {
  const upload = {
    workspaceId: 'ws1',
    folderId: 'fo1',
    fileName: 'ein Gespräch.md',
    bytes: new Blob(['Grüße'], { type: 'text/markdown; charset=utf-8' }),
  }

  it('stores the file in the folder and returns its address [workdrive-5]', async () => {
    zoho.wire = wire
    const token = (await exchangeCode()).tokens?.access_token ?? ''
    const uploaded = await uploadFile({ ...configuration, wire }, token, upload)
    const stored = zoho.uploads.at(-1)
    expect(uploaded).toEqual({ ok: true, resourceId: stored?.id, link: `${zoho.url}/file/${stored?.id}` })
    expect(stored).toMatchObject({
      folderId: 'fo1',
      fileName: 'ein Gespräch.md',
      text: 'Grüße',
      type: 'text/markdown; charset=utf-8',
    })
    expect(stored?.authorization).toBe(`${wire === 'specified' ? 'Bearer' : 'Zoho-oauthtoken'} ${token}`)
  })

  it('returns the status and message of a refusal', async () => {
    zoho.wire = wire
    expect(await uploadFile({ ...configuration, wire }, 'wrong', upload)).toEqual({
      ok: false,
      status: 401,
      reason: 'Invalid OAuth token.',
    })
    zoho.uploadFaults = [500, 'breaks', 'html']
    expect(await uploadFile({ ...configuration, wire }, 'any', upload)).toMatchObject({ ok: false, status: 500 })
    expect(await uploadFile({ ...configuration, wire }, 'any', upload)).toMatchObject({ ok: false, status: null })
    expect(await uploadFile({ ...configuration, wire }, 'any', upload)).toEqual({ ok: false, status: 502, reason: '' })
  })
})
