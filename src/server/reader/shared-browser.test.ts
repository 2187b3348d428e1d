import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ReaderName } from '#shared/crawl-settings.ts'
import { app, draws, here, sentence } from '#test/drawn-page.ts'
import { openWebsite, type SiteAnswer, type Website } from '#test/website.ts'
import { createEgress, type Egress } from './address.ts'
import type { BrowserOptions } from './browser-reader.ts'
import { createReader, type SiteReader } from './create-reader.ts'
import { findBrowser } from './find-browser.ts'

let site: Website
let egress: Egress
beforeAll(async () => {
  site = await openWebsite({})
  egress = createEgress({ allowPrivateHosts: [site.host] })
})
afterAll(async () => {
  await egress.close()
  await site.close()
})

const open = (browser: Partial<BrowserOptions>) =>
  createReader({ egress, appUrl: 'http://localhost:3000', browser: { ...here, limits: { settleMs: 3000 }, ...browser } })

let next = 0
const read = (by: SiteReader, answer: SiteAnswer, reader: ReaderName = 'browser') => {
  const path = `/page-${next++}`
  site.set(path, answer)
  return by.read(site.origin + path, { allowRedirect: () => ({ ok: true }), reader })
}

describe('the one browser', { timeout: 60_000 }, () => {
  /** A program that starts the browser and writes down its process, once for each start. */
  const watched = () => {
    const folder = mkdtempSync(join(tmpdir(), 'readback-browser-'))
    const [program, list] = [join(folder, 'chromium'), join(folder, 'started')]
    writeFileSync(list, '')
    writeFileSync(program, `#!/bin/sh\necho $$ >> '${list}'\nexec '${findBrowser(here)}' "$@"\n`)
    chmodSync(program, 0o755)
    return { program, started: () => readFileSync(list, 'utf8').trim().split('\n').filter(Boolean).map(Number) }
  }

  it('serves page after page', async () => {
    const { program, started } = watched()
    const careful = open({ chromiumPath: program })
    for (let round = 0; round < 3; round++) expect(await read(careful, draws)).toMatchObject({ ok: true })
    await Promise.all([read(careful, draws), read(careful, draws), read(careful, draws), read(careful, draws)])
    expect(started()).toHaveLength(1)
    await careful.close()
  })

  it('is replaced after so many pages', async () => {
    const { program, started } = watched()
    const careful = open({ chromiumPath: program, sharing: { maxPages: 2 } })
    for (let round = 0; round < 3; round++) expect(await read(careful, draws)).toMatchObject({ ok: true })
    expect(started()).toHaveLength(2)
    await careful.close()
  })

  it('is replaced when it crashes: the page in hand is tried again, the next one is read', async () => {
    const { program, started } = watched()
    const careful = open({ chromiumPath: program })
    const asked = Promise.withResolvers<void>()
    site.set('/crash', () => asked.resolve())
    const inHand = read(careful, app(`fetch('/crash')`))
    await asked.promise
    process.kill(started()[0] ?? 0, 'SIGKILL')
    expect(await inHand).toMatchObject({ ok: false, retry: true, detail: 'The browser ended while it read the page' })
    expect(await read(careful, draws)).toMatchObject({ ok: true })
    expect(started()).toHaveLength(2)
    await careful.close()
  })

  it('is closed when nobody needs it, and with the reader', async () => {
    const { program, started } = watched()
    const careful = open({ chromiumPath: program, sharing: { idleMs: 50 } })
    const isGone = (pid: number) => () => expect(() => process.kill(pid, 0)).toThrow()
    expect(await read(careful, draws)).toMatchObject({ ok: true })
    await vi.waitFor(isGone(started()[0] ?? 0), 10_000)
    const last = read(careful, draws)
    await vi.waitFor(() => expect(started()).toHaveLength(2), 10_000)
    await last
    await careful.close()
    isGone(started()[1] ?? 0)()
  })

  it('that does not start is said, and costs no page that can do without', async () => {
    const broken = open({ chromiumPath: '/bin/false' })
    expect(await read(broken, draws)).toMatchObject({ ok: false, reason: 'needs-browser', detail: expect.stringContaining('The browser did not start') })
    expect(await read(broken, `<p>${sentence}`, 'auto')).toMatchObject({ ok: true })
    await broken.close()
  })
})
