import { once } from 'node:events'
import { get, request, type IncomingHttpHeaders } from 'node:http'
import { createServer, type Server } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWebsite, type Website } from '#test/website.ts'
import { createEgress, type Egress } from '#server/fetching/egress.ts'
import { openLoopbackProxy, type LoopbackProxy, type ProxySession } from './loopback-proxy.ts'

let site: Website
let forbidden: Website
let own: Website
let egress: Egress
let proxy: LoopbackProxy
let session: ProxySession

beforeAll(async () => {
  site = await openWebsite({ '/x': 'open', '/large': 'x'.repeat(10_000) })
  forbidden = await openWebsite({ '/': 'secret' })
  own = await openWebsite({ '/help/start': 'help', '/api/me': 'secret' })
  egress = createEgress({ allowPrivateHosts: [site.host, own.host], ownOrigins: own.origin })
  proxy = await openLoopbackProxy(egress)
  session = proxy.openSession({ maxBytes: 1_000_000 })
})
afterAll(async () => {
  await proxy.close()
  await egress.close()
  await Promise.all([site, forbidden, own].map((website) => website.close()))
})

const authorization = ({ username, password }: ProxySession): Record<string, string> => ({
  'proxy-authorization': `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
})
const port = () => Number(new URL(proxy.origin).port)

/** Status and body of a request in absolute form, as browsers send it for http. */
function send(path: string, headers: IncomingHttpHeaders = authorization(session)) {
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
async function connect(authority: string, headers: IncomingHttpHeaders = authorization(session)): Promise<number> {
  const outgoing = request({ host: '127.0.0.1', port: port(), method: 'CONNECT', path: authority, headers })
  outgoing.end()
  const [answer, socket] = await once(outgoing, 'connect')
  socket.destroy()
  return answer.statusCode
}

const forbiddenPort = () => forbidden.host.split(':')[1]

describe('the loopback proxy', () => {
  it('reaches allowed hosts', async () => {
    expect(await send(`${site.origin}/x`)).toEqual({ status: 200, body: 'open' })
    expect(await connect(site.host)).toBe(200)
  })

  it.each([
    ['no credentials', {}],
    ['wrong credentials', { 'proxy-authorization': `Basic ${Buffer.from('a:b').toString('base64')}` }],
  ])('refuses clients with %s', async (_credentials, headers) => {
    site.requests.length = 0
    expect(await send(`${site.origin}/x`, headers)).toMatchObject({ status: 407 })
    expect(await connect(site.host, headers)).toBe(407)
    expect(site.requests).toEqual([])
  })

  it.each([
    '127.0.0.1',
    'localhost',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '127.1',
    '[::ffff:127.0.0.1]',
    '127.0.0.1.',
  ])('refuses a private address written as %s', async (host) => {
    expect((await send(`http://${host}:${forbiddenPort()}/`)).status).toBe(502)
    expect(await connect(`${host}:${forbiddenPort()}`)).toBe(403)
    expect(forbidden.requests).toEqual([])
  })

  it('reaches only the manual of this server, even when the operator allows its host [loopback-proxy-1]', async () => {
    expect(await send(`${own.origin}/help/start`)).toEqual({ status: 200, body: 'help' })
    expect((await send(`${own.origin}/api/me`)).status).toBe(502)
    expect((await send(`${own.origin}/help/../api/me`)).status).toBe(502)
    expect(await connect(own.host)).toBe(403)
    expect(own.requests.map(({ path }) => path)).toEqual(['/help/start'])
  })

  it.each(['/x', 'ftp://example.org/', 'https://example.org/'])('refuses the request target %s', async (path) => {
    expect((await send(encodeURI(path))).status).toBe(400)
  })

  it.each(['', 'example.org:99999', 'user@127.0.0.1:80', '/x'])('refuses to connect to "%s"', async (authority) => {
    expect(await connect(authority)).toBe(403)
  })

  it('does not forward its credentials [loopback-proxy-2]', async () => {
    site.requests.length = 0
    await send(`${site.origin}/x`)
    expect(JSON.stringify(site.requests)).not.toMatch(/proxy/i)
  })

  it('stops a session at its transfer limit and refuses it after it is closed', async () => {
    const small = proxy.openSession({ maxBytes: 5_000 })
    await expect(send(`${site.origin}/large`, authorization(small))).rejects.toThrow()
    expect(small.exceededLimit()).toBe(true)
    const done = proxy.openSession({ maxBytes: 5_000 })
    done.close()
    expect((await send(`${site.origin}/x`, authorization(done))).status).toBe(407)
  })

  it('closes the tunnels of a session that is closed', async () => {
    const held: Server = createServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1')
    await once(held, 'listening')
    const address = held.address()
    const host = `127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
    const otherEgress = createEgress({ allowPrivateHosts: [host] })
    const other = await openLoopbackProxy(otherEgress)
    const mine = other.openSession({ maxBytes: 1_000 })
    const outgoing = request({
      host: '127.0.0.1',
      port: new URL(other.origin).port,
      method: 'CONNECT',
      path: host,
      headers: authorization(mine),
    })
    outgoing.end()
    const [, socket] = await once(outgoing, 'connect')
    socket.on('error', () => {})
    const ended = once(socket, 'close')
    mine.close()
    await ended
    await Promise.all([other.close(), otherEgress.close()])
    held.close()
  })
})
