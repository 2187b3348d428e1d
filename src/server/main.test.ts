import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { freePort } from '#test/running-server.ts'

async function start(settings: Record<string, string>) {
  const { PATH, NODE_COMPILE_CACHE, NODE_OPTIONS } = process.env
  const env = { PATH, NODE_COMPILE_CACHE, NODE_OPTIONS, ...settings }
  const server = spawn(process.execPath, ['src/server/main.ts'], { env })
  let output = ''
  server.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const [code] = await once(server, 'close')
  return { code, output: output.trim() }
}

describe('the server refuses to start', { timeout: 60_000 }, () => {
  it('when the port is taken, and touches nothing', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const address = other.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const dataDir = join(tmpdir(), `readback-never-${process.pid}`)
    const { code, output } = await start({ PORT: String(port), DATA_DIR: dataDir })
    other.close()
    expect(code).not.toBe(0)
    expect(output).toBe(`Port ${port} is already in use. Stop the other program, or set PORT to another number.`)
    expect(existsSync(dataDir)).toBe(false)
  })

  it('when the data folder cannot be created', async () => {
    const { code, output } = await start({ PORT: String(await freePort()), DATA_DIR: '/proc/readback' })
    expect(code).not.toBe(0)
    expect(output).toMatch(/^Readback cannot write to its data directory \/proc\/readback \(\w+\)\. Make it writable/)
  })

  it('when a setting is malformed, and says what to write', async () => {
    const { code, output } = await start({ CRAWL_DELAY_MS: 'fast' })
    expect(code).not.toBe(0)
    expect(output).toBe('CRAWL_DELAY_MS must be milliseconds such as 0, or a range such as 3000-4999.')
  })

  it('when a browser is configured or required but missing', async () => {
    const named = await start({ CHROMIUM_PATH: '/nowhere/chromium' })
    expect(named.code).not.toBe(0)
    expect(named.output).toBe('CHROMIUM_PATH is not an executable file: /nowhere/chromium')
    const needed = await start({ READER: 'browser', PATH: '/nowhere', PLAYWRIGHT_BROWSERS_PATH: '/nowhere' })
    expect(needed.code).not.toBe(0)
    expect(needed.output).toMatch(
      /^READER is browser, but no browser was found\. Install Chromium with `npx playwright-core install chromium`/,
    )
  })

  it('when the scraping service is required but has no key', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'readback-no-key-'))
    const { code, output } = await start({ READER: 'scrapingbee', PORT: String(await freePort()), DATA_DIR: dataDir })
    rmSync(dataDir, { recursive: true })
    expect(code).not.toBe(0)
    expect(output).toMatch(/SCRAPINGBEE_API_KEY must be set when READER is scrapingbee\.$/)
  })
})
