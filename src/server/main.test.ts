import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { freePort } from '#test/running-server.ts'

async function start(settings: Record<string, string>) {
  const server = spawn(process.execPath, ['src/server/main.ts'], { env: { PATH: process.env['PATH'], ...settings } })
  let said = ''
  server.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const [code] = await once(server, 'close')
  return { code, said: said.trim() }
}

describe('a start that cannot be', { timeout: 60_000 }, () => {
  it('says in one sentence that the port is taken, and touches nothing', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const address = other.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const dataDir = join(tmpdir(), `readback-never-${process.pid}`)
    const { code, said } = await start({ PORT: String(port), DATA_DIR: dataDir })
    other.close()
    expect(code).not.toBe(0)
    expect(said).toBe(
      `Port ${port} is taken by another program: stop that one, or start with PORT set to another number.`,
    )
    expect(existsSync(dataDir)).toBe(false)
  })

  it('says in one sentence that the data folder cannot be, also where no folder can be made', async () => {
    const { code, said } = await start({ PORT: String(await freePort()), DATA_DIR: '/proc/readback' })
    expect(code).not.toBe(0)
    expect(said).toMatch(/^Readback cannot write to its data directory \/proc\/readback \(\w+\)\. Make it writable/)
  })

  it('says in one sentence which setting is malformed and what to write', async () => {
    const { code, said } = await start({ CRAWL_DELAY_MS: 'fast' })
    expect(code).not.toBe(0)
    expect(said).toBe('CRAWL_DELAY_MS must be milliseconds such as 0, or a range such as 3000-4999.')
  })

  it('says in one sentence that a browser is named or needed and not there', async () => {
    const named = await start({ CHROMIUM_PATH: '/nowhere/chromium' })
    expect(named.code).not.toBe(0)
    expect(named.said).toBe('CHROMIUM_PATH names /nowhere/chromium, which is not a program.')
    const needed = await start({ READER: 'browser', PATH: '/nowhere', PLAYWRIGHT_BROWSERS_PATH: '/nowhere' })
    expect(needed.code).not.toBe(0)
    expect(needed.said).toMatch(/^READER is browser and there is none on this machine\. Install Chromium with `npx playwright-core install chromium`/)
  })

  it('says in one sentence that the scraping service needs a key', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'readback-no-key-'))
    const { code, said } = await start({ READER: 'scrapingbee', PORT: String(await freePort()), DATA_DIR: dataDir })
    rmSync(dataDir, { recursive: true })
    expect(code).not.toBe(0)
    expect(said).toMatch(/SCRAPINGBEE_API_KEY must be set when READER is scrapingbee: the service reads nothing without a key\.$/)
  })
})
