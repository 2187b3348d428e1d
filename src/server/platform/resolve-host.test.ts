import { createSocket } from 'node:dgram'
import { hostname } from 'node:os'
import { lookup } from 'node:dns/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isNameKnown, queryDns, resolveHost } from './resolve-host.ts'

const NO_SUCH_NAME = 3
const TYPE_A = 1
const TYPE_AAAA = 28

/** A DNS server. `answer` returns the bytes of an address, null for none, or undefined to stay silent. */
async function openDns(answer: (type: number) => number[] | null | undefined) {
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    // Header (12 bytes), name, a zero byte, type, class.
    const type = query.readUInt16BE(query.indexOf(0, 12) + 1)
    const data = answer(type)
    if (data === undefined) return
    const question = query.subarray(12, query.indexOf(0, 12) + 5)
    const header = Buffer.from(query.subarray(0, 12))
    header.writeUInt16BE(0x8180 | (data ? 0 : NO_SUCH_NAME), 2)
    header.writeUInt16BE(data ? 1 : 0, 6)
    header.writeUInt16BE(0, 10)
    const record = data ? Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, data.length, ...data]) : Buffer.alloc(0)
    socket.send(Buffer.concat([header, question, record]), port, address)
  })
  await new Promise<void>((bound) => socket.bind(0, '127.0.0.1', bound))
  onTestFinished(() => void socket.close())
  return { servers: [`127.0.0.1:${socket.address().port}`] }
}

describe('asking DNS', () => {
  it('returns the addresses of both kinds [resolve-1]', async () => {
    const dns = await openDns((type) => (type === TYPE_A ? [192, 0, 2, 7] : [0x20, 1, ...Array(13).fill(0), 9]))
    expect(await queryDns('docs.example', dns)).toEqual([
      { address: '192.0.2.7', family: 4 },
      { address: '2001::9', family: 6 },
    ])
  })

  it('needs one kind of address only [resolve-2]', async () => {
    const dns = await openDns((type) => (type === TYPE_AAAA ? [0x20, 1, ...Array(13).fill(0), 9] : null))
    expect(await queryDns('docs.example', dns)).toEqual([{ address: '2001::9', family: 6 }])
  })

  it('distinguishes an unknown name from a server that does not answer [resolve-3]', async () => {
    await expect(queryDns('docs.example', await openDns(() => null))).rejects.toMatchObject({ code: 'ENOTFOUND' })
    const silent = { ...(await openDns(() => undefined)), timeoutMs: 50, tries: 1 }
    await expect(queryDns('docs.example', silent)).rejects.toMatchObject({ code: 'ETIMEOUT' })
  })
})

describe('names whose DNS server stays silent', () => {
  it('do not delay the lookup of others [resolve-5]', async () => {
    const silent = { ...(await openDns(() => undefined)), timeoutMs: 200, tries: 1 }
    const settled: string[] = []
    const queries = Array.from({ length: 20 }, (_, index) =>
      queryDns(`slow-${index}.example`, silent).catch(() => void settled.push('silent')),
    )
    await new Promise((done) => resolveHost('localhost', done))
    settled.push('localhost')
    await Promise.all(queries)
    expect(settled[0]).toBe('localhost')
  })
})

describe('a name of the hosts file', () => {
  it('is resolved by the system, without DNS [resolve-4]', async () => {
    const expected = await lookup('localhost', { all: true })
    expect(await new Promise((done) => resolveHost('localhost', (_, addresses) => done(addresses)))).toEqual(expected)
    expect(await isNameKnown('localhost', 1)).toBe(true)
    expect(await isNameKnown(`not-${hostname()}.invalid`, 1)).toBe(false)
  })
})
