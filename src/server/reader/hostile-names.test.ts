import { afterEach, beforeAll, afterAll, describe, expect, it } from 'vitest'
import { openWebsite, type Website } from '#test/website.ts'
import { createEgress, type Egress } from './address.ts'
import { fetchPage } from './fetch-page.ts'

let secret: Website
let egress: Egress | undefined
/** Every name that was asked for, in order. */
let asked: string[] = []

beforeAll(async () => {
  secret = await openWebsite({ '/': 'not for you' })
})
afterAll(() => secret.close())
afterEach(() => egress?.close())

/** Reads `http://HOST:PORT/`, the port being that of a private site on this machine, while names mean what `answer` says. */
async function readWhere(answer: (time: number) => string[], host = 'rebinding.example') {
  asked = []
  egress = createEgress({
    allowPrivateHosts: [],
    resolve(hostname, done) {
      asked.push(hostname)
      done(
        null,
        answer(asked.length).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      )
    },
  })
  const url = `http://${host}:${new URL(secret.origin).port}/`
  return fetchPage(url, { egress, userAgent: 'x', limits: { totalMs: 2_000 } })
}

describe('a name that means a private address', () => {
  it.each([
    [['127.0.0.1']],
    [['::1']],
    [['::ffff:127.0.0.1']],
    [['64:ff9b::7f00:1']],
    [['2002:7f00:1::']],
    [['0.0.0.0']],
    [['169.254.169.254']],
    [['fe80::1%eth0']],
    [['not an address']],
    [['93.184.215.14', '127.0.0.1']],
    [['127.0.0.1', '93.184.215.14']],
    [['2606:2800:21f:cb07:6820:80da:af6b:8b2c', 'fd00::1']],
  ])('is not dialled: %j', async (addresses) => {
    expect(await readWhere(() => addresses)).toMatchObject({ ok: false, reason: 'private-address' })
    expect(secret.requests).toEqual([])
  })

  it('is refused when it is checked, and none is looked up for an address that is one already', async () => {
    await readWhere(() => ['10.0.0.1'])
    expect(await egress?.check('http://rebinding.example/')).toMatchObject({ ok: false, reason: 'private-address' })
    for (const host of ['2130706433', '0x7f.1', '0177.0.0.1', '127.1', '[::ffff:7f00:1]', '%31%32%37.0.0.1', '１２７.0.0.1']) {
      expect(await readWhere(() => ['93.184.215.14'], host)).toMatchObject({ ok: false, reason: 'private-address' })
      expect(asked).toEqual([])
    }
  })
})

describe('a name that changes its meaning', () => {
  it('after it was checked is judged by the answer that is dialled', async () => {
    const answers = (time: number) => (time === 1 ? ['93.184.215.14'] : ['127.0.0.1'])
    let times = 0
    const way = createEgress({
      allowPrivateHosts: [],
      resolve: (_, done) => done(null, answers(++times).map((address) => ({ address, family: 4 }))),
    })
    const url = `http://rebinding.example:${new URL(secret.origin).port}/`
    expect(await way.check(url)).toEqual({ ok: true })
    expect(await fetchPage(url, { egress: way, userAgent: 'x' })).toMatchObject({ reason: 'private-address' })
    expect(times).toBe(2)
    expect(secret.requests).toEqual([])
    await way.close()
  })

  it('to nothing at all is not found', async () => {
    expect(await readWhere(() => [])).toMatchObject({ ok: false, reason: 'network' })
  })
})
