import { once } from 'node:events'
import { get, request, type IncomingHttpHeaders } from 'node:http'
import { createServer, type Server } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWebsite, type Website } from '#test/website.ts'
import { createEgress, type Egress } from './address.ts'
import { openLoopbackProxy, type LoopbackProxy, type Pass } from './loopback-proxy.ts'

let site: Website
let forbidden: Website
let own: Website
let egress: Egress
let proxy: LoopbackProxy
let pass: Pass

beforeAll(async () => {
  site = await openWebsite({ '/x': 'open', '/large': 'x'.repeat(10_000) })
  forbidden = await openWebsite({ '/': 'secret' })
  own = await openWebsite({ '/help/start': 'help', '/api/me': 'secret' })
  egress = createEgress({ allowPrivateHosts: [site.host, own.host], ownHelp: own.origin })
  proxy = await openLoopbackProxy(egress)
  pass = proxy.admit({ maxBytes: 1_000_000 })
})
afterAll(async () => {
  await proxy.close()
  await egress.close()
  await Promise.all([site, forbidden, own].map((each) => each.close()))
})

const proof = ({ username, password }: Pass): Record<string, string> => ({
  'proxy-authorization': `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
})
const port = () => Number(new URL(proxy.origin).port)

/** Status and body of a request in absolute form, as browsers send it for http. */
function ask(path: string, headers: IncomingHttpHeaders = proof(pass)) {
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    get({ host: '127.0.0.1', port: port(), path, headers }, (answer) => {
      let body = ''
      answer.on('data', (chunk: Buffer) => (body += chunk.toString()))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body }))
      answer.on('error', reject)
    }).on('error', reject)
  })
}

/** Status of a CONNECT, as browsers send it for https and web sockets. */
async function connect(authority: string, headers: IncomingHttpHeaders = proof(pass)): Promise<number> {
  const asked = request({ host: '127.0.0.1', port: port(), method: 'CONNECT', path: authority, headers })
  asked.end()
  const [answer, socket] = await once(asked, 'connect')
  socket.destroy()
  return answer.statusCode
}

const nowhere = () => forbidden.host.split(':')[1]

describe('the proxy of our browser', () => {
  it('reaches what may be reached', async () => {
    expect(await ask(`${site.origin}/x`)).toEqual({ status: 200, body: 'open' })
    expect(await connect(site.host)).toBe(200)
  })

  it.each([
    ['no name', {}],
    ['a made-up name', { 'proxy-authorization': `Basic ${Buffer.from('a:b').toString('base64')}` }],
  ])('serves nobody else: %s', async (_who, headers) => {
    site.requests.length = 0
    expect(await ask(`${site.origin}/x`, headers)).toMatchObject({ status: 407 })
    expect(await connect(site.host, headers)).toBe(407)
    expect(site.requests).toEqual([])
  })

  it.each(['127.0.0.1', 'localhost', '2130706433', '0x7f.1', '0177.0.0.1', '127.1', '[::ffff:127.0.0.1]', '127.0.0.1.'])(
    'refuses a private address written as %s',
    async (host) => {
      expect((await ask(`http://${host}:${nowhere()}/`)).status).toBe(502)
      expect(await connect(`${host}:${nowhere()}`)).toBe(403)
      expect(forbidden.requests).toEqual([])
    },
  )

  it('reaches of this server itself the manual alone, even where the operator listed it', async () => {
    expect(await ask(`${own.origin}/help/start`)).toEqual({ status: 200, body: 'help' })
    expect((await ask(`${own.origin}/api/me`)).status).toBe(502)
    expect((await ask(`${own.origin}/help/../api/me`)).status).toBe(502)
    expect(await connect(own.host)).toBe(403)
    expect(own.requests.map(({ path }) => path)).toEqual(['/help/start'])
  })

  it.each(['/x', 'ftp://example.org/', 'https://example.org/'])('refuses %s', async (path) => {
    expect((await ask(encodeURI(path))).status).toBe(400)
  })

  it.each(['', 'example.org:99999', 'user@127.0.0.1:80', '/x'])('refuses to connect to "%s"', async (authority) => {
    expect(await connect(authority)).toBe(403)
  })

  it('keeps its credentials to itself', async () => {
    site.requests.length = 0
    await ask(`${site.origin}/x`)
    expect(JSON.stringify(site.requests)).not.toMatch(/proxy/i)
  })

  it('gives a page no more than it may take in, and nothing once it is done', async () => {
    const small = proxy.admit({ maxBytes: 5_000 })
    await expect(ask(`${site.origin}/large`, proof(small))).rejects.toThrow()
    expect(small.usedUp()).toBe(true)
    const done = proxy.admit({ maxBytes: 5_000 })
    done.revoke()
    expect((await ask(`${site.origin}/x`, proof(done))).status).toBe(407)
  })

  it('ends the tunnels of a page that is done', async () => {
    const held: Server = createServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1')
    await once(held, 'listening')
    const address = held.address()
    const host = `127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
    const way = createEgress({ allowPrivateHosts: [host] })
    const other = await openLoopbackProxy(way)
    const mine = other.admit({ maxBytes: 1_000 })
    const asked = request({ host: '127.0.0.1', port: new URL(other.origin).port, method: 'CONNECT', path: host, headers: proof(mine) })
    asked.end()
    const [, socket] = await once(asked, 'connect')
    socket.on('error', () => {})
    const ended = once(socket, 'close')
    mine.revoke()
    await ended
    await Promise.all([other.close(), way.close()])
    held.close()
  })
})
