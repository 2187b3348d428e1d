import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ReaderName } from '#shared/crawl/crawl-settings.ts'
import { app, draws, here, sentence } from '#test/script-rendered-page.ts'
import { openWebsite, type SiteAnswer, type Website } from '#test/website.ts'
import { createEgress, type Egress } from '#server/fetching/egress.ts'
import type { BrowserOptions } from './browser-source.ts'
import { createReader, type Reader } from '#server/fetching/create-reader.ts'
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
  createReader({
    egress,
    appUrl: 'http://localhost:3000',
    browser: { ...here, limits: { settleMs: 3000 }, ...browser },
  })

let next = 0
const read = (reader: Reader, answer: SiteAnswer, setting: ReaderName = 'browser') => {
  const path = `/page-${next++}`
  site.set(path, answer)
  return reader.read(site.origin + path, { allowRedirect: () => ({ ok: true }), reader: setting })
}

describe('the shared browser', { timeout: 60_000 }, () => {
  /** A script that launches the browser and records its process id. */
  const recordLaunches = () => {
    const folder = mkdtempSync(join(tmpdir(), 'readback-browser-'))
    const [program, list] = [join(folder, 'chromium'), join(folder, 'started')]
    writeFileSync(list, '')
    writeFileSync(program, `#!/bin/sh\necho $$ >> '${list}'\nexec '${findBrowser(here)}' "$@"\n`)
    chmodSync(program, 0o755)
    return { program, started: () => readFileSync(list, 'utf8').trim().split('\n').filter(Boolean).map(Number) }
  }

  it('is reused for further pages', async () => {
    const { program, started } = recordLaunches()
    const reader = open({ chromiumPath: program })
    for (let round = 0; round < 3; round++) expect(await read(reader, draws)).toMatchObject({ ok: true })
    await Promise.all([read(reader, draws), read(reader, draws), read(reader, draws), read(reader, draws)])
    expect(started()).toHaveLength(1)
    await reader.close()
  })

  it('is replaced after its maximum number of pages', async () => {
    const { program, started } = recordLaunches()
    const reader = open({ chromiumPath: program, sharing: { maxPages: 2 } })
    for (let round = 0; round < 3; round++) expect(await read(reader, draws)).toMatchObject({ ok: true })
    expect(started()).toHaveLength(2)
    await reader.close()
  })

  it('is replaced after a crash: the open page can be retried, the next one is read [shared-browser-1]', async () => {
    const { program, started } = recordLaunches()
    const reader = open({ chromiumPath: program })
    const requested = Promise.withResolvers<void>()
    site.set('/crash', () => requested.resolve())
    const openPage = read(reader, app(`fetch('/crash')`))
    await requested.promise
    process.kill(started()[0] ?? 0, 'SIGKILL')
    expect(await openPage).toMatchObject({
      ok: false,
      retry: true,
      detail: { code: 'browser-exited' },
    })
    expect(await read(reader, draws)).toMatchObject({ ok: true })
    expect(started()).toHaveLength(2)
    await reader.close()
  })

  it('is closed when idle and together with the reader', async () => {
    const { program, started } = recordLaunches()
    const reader = open({ chromiumPath: program, sharing: { idleMs: 50 } })
    const isGone = (pid: number) => () => expect(() => process.kill(pid, 0)).toThrow()
    expect(await read(reader, draws)).toMatchObject({ ok: true })
    await vi.waitFor(isGone(started()[0] ?? 0), 10_000)
    const last = read(reader, draws)
    await vi.waitFor(() => expect(started()).toHaveLength(2), 10_000)
    await last
    await reader.close()
    isGone(started()[1] ?? 0)()
  })

  it('is reported when it does not start, and pages that need no browser are read', async () => {
    const broken = open({ chromiumPath: '/bin/false' })
    expect(await read(broken, draws)).toMatchObject({
      ok: false,
      reason: 'needs-browser',
      detail: { code: 'browser-not-started' },
    })
    expect(await read(broken, `<p>${sentence}`, 'auto')).toMatchObject({ ok: true })
    await broken.close()
  })
})
