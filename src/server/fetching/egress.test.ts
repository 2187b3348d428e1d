import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { request } from 'undici'
import { messageText } from '#shared/errors.ts'
import { openWebsite, type Website } from '#test/website.ts'
import { createEgress, EgressRefused, isPublicIp } from './egress.ts'

describe('isPublicIp', () => {
  it.each(['1.1.1.1', '93.184.215.14', '8.8.8.8', '2606:2800:21f:cb07:6820:80da:af6b:8b2c', '2001:4860:4860::8888'])(
    'accepts %s',
    (ip) => expect(isPublicIp(ip)).toBe(true),
  )

  it.each([
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.255',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.1',
    '192.0.2.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.9',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::a00:1',
    '64:ff9b::808:808',
    '64:ff9b:1::a00:1',
    '2002:7f00:1::',
    '2001:0:7f00:1::',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'fc00::1',
    'fd12::1',
    'ff02::1',
    '100::1',
    '2001:db8::1',
    '3fff::1',
    '2001:20::1',
    '',
    'localhost',
    '0x7f000001',
    '2130706433',
    '127.1',
    '0177.0.0.1',
    '168.63.129.16',
    '199.36.153.4',
    '199.36.153.7',
    '199.36.153.8',
    '199.36.153.11',
    '2600:2d00:2:1000::1',
    '2600:2d00:2:2000::1',
    '100.100.100.200',
    '192.0.0.192',
    '161.26.0.10',
    '166.9.14.1',
    'fd00:ec2::254',
    'fd20:ce::254',
    '1.1.1.1.',
    '[::1]',
  ])('refuses %s', (ip) => expect(isPublicIp(ip)).toBe(false))
})

describe('egress.check', () => {
  const egress = createEgress({
    allowPrivateHosts: ['localhost:8080', 'intranet', '[fd00::5]:81'],
    ownOrigins: 'http://127.0.0.1:3000',
  })
  afterAll(() => egress.close())

  it.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://127.1/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://169.254.169.254/latest/meta-data',
    'http://localhost/',
    'http://LOCALHOST./',
    'http://app.localhost/',
    'http://localhost:8081/',
    'http://10.1.2.3:8080/',
    'http://[fd00::5]:82/',
    'http://168.63.129.16/metadata/instance',
    'http://metadata.google.internal/',
    'http://metadata.example.org/',
    'http://localhost.localdomain/',
    'http://db.internal/',
    'http://printer.local/',
    'http://api.default.svc/',
    'http://api.default.svc.cluster.example/',
    'http://kubernetes.default.svc.example.org/',
    'http://api.default.svc.cluster.local./',
    'http://router.lan/',
    'http://server.home.arpa/',
    'http://wiki/',
  ])('refuses %s and names the setting that allows it', async (url) => {
    const verdict = await egress.check(url)
    expect(verdict).toMatchObject({ ok: false, reason: 'private-address' })
    expect(verdict.ok ? '' : messageText(verdict.detail)).toContain('ALLOW_PRIVATE_HOSTS')
  })

  it.each([
    'http://localhost:8080/x',
    'http://intranet/',
    'https://intranet:444/',
    'http://[fd00::5]:81/',
    'https://1.1.1.1/',
  ])('allows %s', async (url) => expect(await egress.check(url)).toEqual({ ok: true }))

  it.each([
    ['ftp://example.org/', 'unreadable'],
    ['file:///etc/passwd', 'unreadable'],
    ['https://me:secret@example.org/', 'unreadable'],
    ['nonsense', 'unreadable'],
    ['http://./', 'unreadable'],
    ['http://a..b/', 'unreadable'],
    ['http://does-not-exist.invalid/', 'network'],
  ])('refuses %s with the reason %s', async (url, reason) => {
    expect(await egress.check(url)).toMatchObject({ ok: false, reason })
  })

  it.each(['0', '22', '25', '110', '6000', '6667', '10080'])(
    'refuses port %s of a public host [address-2]',
    async (port) => {
      const detail = { code: 'address-port', values: { port } }
      expect(await egress.check(`https://1.1.1.1:${port}/`)).toEqual({ ok: false, reason: 'unreadable', detail })
    },
  )

  it('allows a port of another service only where the setting names it', () => {
    const own = createEgress({ allowPrivateHosts: ['intranet', 'localhost:6000', 'localhost:0'] })
    expect(own.checkUrl('http://intranet:8080/')).toEqual({ ok: true })
    expect(own.checkUrl('http://intranet:6000/')).toMatchObject({ ok: false, reason: 'unreadable' })
    expect(own.checkUrl('http://localhost:6000/')).toEqual({ ok: true })
    expect(own.checkUrl('http://localhost:0/')).toMatchObject({ ok: false, reason: 'unreadable' })
    void own.close()
  })

  it('refuses internal names without a lookup [address-3]', async () => {
    const names: string[] = []
    const own = createEgress({ allowPrivateHosts: [], resolve: (name, done) => (names.push(name), done(null, [])) })
    for (const name of ['metadata.google.internal', 'printer.local', 'wiki', 'localhost.localdomain']) {
      expect(await own.check(`http://${name}/`)).toMatchObject({ ok: false, reason: 'private-address' })
    }
    expect(names).toEqual([])
    await own.close()
  })

  it.each(['/help', '/help/', '/help/cite', '/help/a/b?c#d'])('allows the path %s of this server itself', (path) => {
    expect(egress.checkUrl(`http://localhost:3000${path}`)).toEqual({ ok: true })
    expect(egress.isOwnManual(`http://127.0.0.1:3000${path}`)).toBe(true)
  })

  it.each([
    '/',
    '/api/crawls',
    '/helpers',
    '/help/../api/chats',
    '/help/%2e%2e/api',
    '/help/..%2fapi',
    '/help/..%5capi',
    '/robots.txt',
  ])('refuses the path %s of this server itself', (path) => {
    expect(egress.checkUrl(`http://localhost:3000${path}`)).toMatchObject({ ok: false, reason: 'private-address' })
    expect(egress.isOwnManual(`http://localhost:3000${path}`)).toBe(false)
  })
})

describe('the egress dispatcher', () => {
  let site: Website
  beforeAll(async () => {
    site = await openWebsite({ '/': 'private', '/help/x': 'help', '/api/x': 'api' })
  })
  afterAll(() => site.close())

  const send = async (url: string, options: Parameters<typeof createEgress>[0]) => {
    const egress = createEgress(options)
    try {
      const { body } = await request(url, { dispatcher: egress.dispatcher })
      return await body.text()
    } catch (error) {
      return error instanceof EgressRefused ? error.refusal.reason : error
    } finally {
      await egress.close()
    }
  }

  it('refuses a private address that was not checked before', async () => {
    expect(await send(site.origin, { allowPrivateHosts: [] })).toBe('private-address')
    expect(site.requests).toEqual([])
  })

  it('says that a port is refused, not the address', async () => {
    expect(await send('http://127.0.0.1:22/', { allowPrivateHosts: ['127.0.0.1'] })).toBe('unreadable')
  })

  it('reaches allowed hosts, and only the manual of this server', async () => {
    expect(await send(site.origin, { allowPrivateHosts: [site.host] })).toBe('private')
    expect(await send(`${site.origin}/help/x`, { allowPrivateHosts: [], ownOrigins: site.origin })).toBe('help')
    expect(await send(`${site.origin}/api/x`, { allowPrivateHosts: [], ownOrigins: site.origin })).toBe(
      'private-address',
    )
    const listed = { allowPrivateHosts: [site.host, '127.0.0.1'], ownOrigins: site.origin }
    expect(await send(`${site.origin}/metrics`, listed)).toBe('private-address')
  })
})
