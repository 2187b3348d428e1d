import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { app, draws, here, sentence } from '#test/script-rendered-page.ts'
import * as bad from '#test/faulty-responses.ts'
import { openWebsite, type SiteAnswer, type Website } from '#test/website.ts'
import { createEgress, type Egress } from '#server/fetching/egress.ts'
import type { BrowserOptions } from './browser-source.ts'
import { createReader, type Reader } from '#server/fetching/create-reader.ts'
import type { ReadOptions } from '#server/fetching/reader.ts'

let site: Website
/** On a private address that is not allowed: any request it receives has bypassed the address guard. */
let forbidden: Website
let egress: Egress
let reader: Reader

const open = (browser: Partial<BrowserOptions> = {}) =>
  createReader({
    egress,
    appUrl: 'http://localhost:3000',
    browser: { ...here, limits: { settleMs: 3000 }, ...browser },
  })

beforeAll(async () => {
  site = await openWebsite({})
  forbidden = await openWebsite({
    '/': 'secret',
    '/secret': { headers: { 'access-control-allow-origin': '*' }, body: 'secret' },
  })
  egress = createEgress({ allowPrivateHosts: [site.host] })
  reader = open()
})
afterAll(async () => {
  await reader.close()
  await egress.close()
  await site.close()
  await forbidden.close()
})
afterEach(() => {
  site.requests.length = 0
  forbidden.requests.length = 0
})

let next = 0
const read = (answer: SiteAnswer, options: Partial<ReadOptions> = {}, by = reader) => {
  const path = `/page-${next++}`
  site.set(path, answer)
  return by.read(site.origin + path, { allowRedirect: () => ({ ok: true }), reader: 'browser', ...options })
}

describe('a page that its script renders', { timeout: 60_000 }, () => {
  it('is read by the browser: title, text and links after the scripts ran', async () => {
    expect(await read(draws)).toMatchObject({
      ok: true,
      title: 'App',
      content: expect.stringContaining(sentence),
      links: [{ url: `${site.origin}/next`, nofollow: false }],
      readBy: 'browser',
    })
  })

  it('is rendered automatically when it has no text without scripts, and fetched once', async () => {
    const path = `${site.origin}/page-${next}`
    expect(await read(draws, { reader: 'auto' })).toMatchObject({ ok: true, readBy: 'browser', finalUrl: path })
    expect(site.requests.filter((request) => request.path === new URL(path).pathname)).toHaveLength(1)
  })

  it('is not rendered when the reader setting is http', async () => {
    expect(await read(draws, { reader: 'http' })).toMatchObject({ ok: true, content: '', readBy: 'http' })
  })

  it('fails with installation instructions when there is no browser', async () => {
    const withoutBrowser = open({ chromiumPath: '/nowhere/chromium' })
    const refusal = { ok: false, reason: 'needs-browser', detail: { code: 'install-browser' }, retry: false }
    expect(withoutBrowser.available()).toEqual(['auto', 'http'])
    expect(await read(draws, { reader: 'auto' }, withoutBrowser)).toEqual(refusal)
    expect(await read(`<p>${sentence}`, { reader: 'auto' }, withoutBrowser)).toMatchObject({ ok: true, readBy: 'http' })
    await withoutBrowser.close()
  })

  it('keeps the text without scripts when the browser finds no more', async () => {
    const short = `<p>Call us: 555 0100<p><a href="/x">x</a><script>0</script>`
    expect(await read(short, { reader: 'auto' })).toMatchObject({ ok: true, readBy: 'http' })
  })

  it('may fetch content from its own site', async () => {
    site.set('/content', sentence)
    const fetches = app(`fetch('/content').then((answer) => answer.text()).then((text) => {
      document.getElementById('root').innerHTML = '<p>' + text })`)
    expect(await read(fetches)).toMatchObject({ ok: true, content: sentence })
    expect(site.requests.at(-1)?.headers['user-agent']).toBe('Readback/0.1 (+http://localhost:3000/help/robots)')
  })

  it('loads no images, media, fonts or frames [browser-reader-2]', async () => {
    const rich = `<p>${sentence}<img src="/a.png"><video src="/b.mp4"></video><iframe src="/frame"></iframe>
      <style>@font-face { font-family: x; src: url(/c.woff2) } p { font-family: x }</style><script>0</script>`
    expect(await read(rich)).toMatchObject({ ok: true })
    const requested = site.requests.map(({ path }) => path)
    expect(requested.filter((path) => !/robots|page-/.test(path))).toEqual([])
  })
})

describe('a rendered page that navigates', { timeout: 60_000 }, () => {
  it.each([
    ['a redirect', () => bad.redirectTo('/there')],
    ['a script', () => app(`location.href = '/there'`)],
    ['a meta refresh', () => '<meta http-equiv="refresh" content="0; url=/there">'],
  ])('is followed and checked: %s', async (_case, answer) => {
    site.set('/there', draws)
    expect(await read(answer())).toMatchObject({ ok: true, finalUrl: `${site.origin}/there`, title: 'App' })
    const refusal = { ok: false, reason: 'outside-path', detail: 'no' } as const
    const seen: string[] = []
    const refused = await read(answer(), { allowRedirect: (url) => (seen.push(url), refusal) })
    expect(refused).toEqual({ ...refusal, retry: false })
    expect(seen).toEqual([`${site.origin}/there`])
  })

  it('never reaches a private address', async () => {
    const page = await read(app(`location.href = '${forbidden.origin}/'`))
    expect(page).toMatchObject({ ok: false, reason: 'private-address' })
    expect(forbidden.requests).toEqual([])
  })

  it('is stopped when it navigates without end', async () => {
    site.set('/a', app(`location.href = '/b'`))
    site.set('/b', app(`location.href = '/a'`))
    expect(await read(bad.redirectTo('/a'))).toMatchObject({ ok: false, reason: 'redirect-loop' })
  })

  it('is read when it only reloads itself', async () => {
    expect(await read(`<p>${sentence}<script>setTimeout(() => location.reload(), 10)</script>`)).toMatchObject({
      ok: true,
      content: sentence,
    })
  })

  it('is refused for its status or content type like any page', async () => {
    expect(await read({ status: 404, body: draws })).toMatchObject({ ok: false, detail: '404 Not Found' })
    const busy = { status: 503, headers: { 'retry-after': '3' }, body: '' }
    expect(await read(busy)).toMatchObject({ ok: false, retry: true, retryAfterMs: 3000 })
    expect(await read({ headers: { 'content-type': 'image/png' } })).toMatchObject({ ok: false, reason: 'not-a-page' })
  })
})

describe('a page that requests a private address', { timeout: 60_000 }, () => {
  const customPage = (script: string) =>
    app(`const say = (text) => {
    document.getElementById('root').innerHTML += '<p>' + text + '</p>' }; say('${sentence}'); ${script}`)

  it.each([
    [
      'by fetching it',
      () => `fetch('${forbidden.origin}/secret').then((a) => a.text()).then(say, () => say('refused'))`,
    ],
    [
      'under another name of this machine',
      () =>
        `fetch('${forbidden.origin.replace('127.0.0.1', 'localhost')}/secret').then((a) => a.text()).then(say, () => say('refused'))`,
    ],
    [
      'as a number',
      () =>
        `fetch('${forbidden.origin.replace('127.0.0.1', '2130706433')}/secret').then((a) => a.text()).then(say, () => say('refused'))`,
    ],
    [
      'through a redirect within its site',
      () => {
        site.set('/out', bad.redirectTo(`${forbidden.origin}/secret`))
        return `fetch('/out').then((a) => a.text()).then(say, () => say('refused'))`
      },
    ],
    [
      'by a web socket',
      () =>
        `const ws = new WebSocket('${forbidden.origin.replace('http', 'ws')}/'); ws.onopen = () => say('secret'); ws.onerror = () => say('refused')`,
    ],
    [
      'by a worker',
      () =>
        `new Worker(URL.createObjectURL(new Blob(["fetch('${forbidden.origin}/secret').then((a) => a.text()).then(postMessage, () => postMessage('refused'))"]))).onmessage = (event) => say(event.data)`,
    ],
    ['by a beacon', () => `navigator.sendBeacon('${forbidden.origin}/secret', 'x'); say('refused')`],
    [
      'by a form',
      () =>
        `document.body.insertAdjacentHTML('beforeend', '<form method="post" action="${forbidden.origin}/secret">'); document.forms[0].submit(); say('refused')`,
    ],
    [
      'by a frame',
      () =>
        `document.body.insertAdjacentHTML('beforeend', '<iframe src="${forbidden.origin}/secret">'); say('refused')`,
    ],
    [
      'by a window',
      () =>
        `const a = Object.assign(document.createElement('a'), { href: '${forbidden.origin}/secret', target: '_blank' }); document.body.append(a); a.click(); say('refused')`,
    ],
  ])('gets no response %s', async (_case, script) => {
    const page = await read(customPage(script()))
    expect(page).toMatchObject({ ok: true, content: expect.stringContaining('refused') })
    expect(page.ok && page.content).not.toContain('secret')
    expect(forbidden.requests).toEqual([])
  })

  it('gets no response by a service worker, and cannot install one [browser-reader-1]', async () => {
    const worker = `fetch('${forbidden.origin}/secret')`
    site.set('/sw', { headers: { 'content-type': 'text/javascript' }, body: worker })
    const page = await read(
      customPage(`navigator.serviceWorker.register('/sw').catch(() => {}).then(() => new Promise((later) => setTimeout(later, 300)))
      .then(() => navigator.serviceWorker.getRegistrations()).then((all) => say('workers: ' + all.length))`),
    )
    expect(page).toMatchObject({ content: expect.stringContaining('workers: 0') })
    expect(site.requests.map(({ path }) => path)).not.toContain('/sw')
    expect(forbidden.requests).toEqual([])
  })

  it('leaves no cookie or stored value for the next page [browser-reader-4]', async () => {
    const show = `document.getElementById('root').innerHTML = '<p>${sentence} ' + document.cookie + localStorage.seen`
    const first = await read(app(`document.cookie = 'seen=before'; localStorage.seen = 'before'; ${show}`))
    expect(first).toMatchObject({ ok: true, content: expect.stringContaining('seen=beforebefore') })
    const second = await read(app(show))
    expect(second).toMatchObject({ ok: true, content: expect.not.stringContaining('before') })
  })

  it('has no WebRTC [browser-reader-3]', async () => {
    expect(await read(customPage(`say(typeof RTCPeerConnection + ' refused')`))).toMatchObject({
      content: expect.stringContaining('undefined refused'),
    })
  })
})

describe('a hostile page', { timeout: 60_000 }, () => {
  const strict: Partial<BrowserOptions> = {
    limits: { totalMs: 40_000, settleMs: 1000, maxBytes: 1_000_000, maxRequests: 30, maxCharacters: 100_000 },
  }
  /** For scripts that end: on a busy machine they may take longer than a second. */
  const patient: Partial<BrowserOptions> = { limits: { ...strict.limits, settleMs: 30_000 } }
  const scripts = { links: 0, text: false, scripts: true }

  it.each([
    [
      'never stops loading',
      `setInterval(() => fetch('/robots.txt?' + Math.random()), 20); document.body.insertAdjacentHTML('beforeend', '<p>${sentence}')`,
    ],
    [
      'opens dialogs',
      `for (let i = 0; i < 20; i++) { alert('a'); confirm('b'); prompt('c') } document.body.insertAdjacentHTML('beforeend', '<p>${sentence}')`,
    ],
    [
      'opens windows',
      `for (let i = 0; i < 20; i++) open('/x' + i); document.body.insertAdjacentHTML('beforeend', '<p>${sentence}')`,
    ],
    [
      'has a beforeunload handler',
      `addEventListener('beforeunload', (event) => event.preventDefault()); document.body.insertAdjacentHTML('beforeend', '<p>${sentence}')`,
    ],
    [
      'downloads files',
      `const a = Object.assign(document.createElement('a'), { href: 'data:,x', download: 'x.txt' }); document.body.append(a); a.click(); document.body.insertAdjacentHTML('beforeend', '<p>${sentence}')`,
    ],
  ])('that %s is read', async (_case, script) => {
    const limited = open(strict)
    expect(await read(app(script), {}, limited)).toMatchObject({ ok: true, content: expect.stringContaining(sentence) })
    await limited.close()
  })

  it.each([
    ['never ends its script', 'for (;;);', 'timeout', 5_000],
    [
      'fills the memory',
      'const list = []; for (;;) list.push(new Array(1e5).fill(Math.random()))',
      'unreadable',
      20_000,
    ],
    ['grows without end', `document.body.textContent = 'x'.repeat(200_000)`, 'too-large', 20_000],
  ])('that %s is stopped, and the next page is read', async (_case, script, reason, totalMs) => {
    const limited = open({ limits: { ...strict.limits, totalMs } })
    expect(await read(app(script), {}, limited)).toMatchObject({ ok: false, reason })
    expect(await read(draws, {}, limited)).toMatchObject({ ok: true, readBy: 'browser' })
    await limited.close()
  })

  it('that exceeds its transfer limit gets no more responses [browser-reader-5]', async () => {
    const limited = open(patient)
    site.set('/endless', bad.endlessBody)
    const endless = `fetch('/endless').then((a) => a.text()).finally(() => document.body.insertAdjacentHTML('beforeend', '<p>${sentence}'))`
    expect(await read(app(endless), {}, limited)).toMatchObject({ ok: true, content: sentence, leftOut: scripts })
    await limited.close()
  })

  it('whose scripts request without end gets no more responses, and its navigations count as requests of the crawl [browser-reader-6]', async () => {
    const limited = open(patient)
    site.set('/more', 'x')
    site.set('/there', draws)
    const path = () => `'/more?' + Math.random()`
    const many = app(`
      const all = Array.from({ length: 100 }, () => fetch(${path()}).then(() => 1, () => 0))
      Promise.all(all).then((done) => document.body.insertAdjacentHTML('beforeend', '<p>${sentence}' +
        ' Loaded ' + done.reduce((sum, one) => sum + one) + ' of 100.'))`)
    expect(await read(many, {}, limited)).toMatchObject({
      ok: true,
      content: expect.stringMatching(/Loaded 30 of 100\.$/),
      leftOut: scripts,
    })
    expect(await read(draws, {}, limited)).not.toHaveProperty('leftOut')
    expect(site.requests.filter(({ path: requested }) => requested.startsWith('/more'))).toHaveLength(30)

    let left = 2
    const requests = { left: () => left, take: () => left-- > 0 }
    site.set('/again', app(`location.href = '/there'`))
    const moved = read(app(`location.href = '/again'`), { requests }, limited)
    expect(await moved).toMatchObject({ ok: false, reason: 'few-pages' })
    await limited.close()
  })

  it('is abandoned immediately when the crawl is stopped', async () => {
    const stop = new AbortController()
    const page = read(app(`fetch('/stop'); for (;;);`), { signal: stop.signal })
    setTimeout(() => stop.abort(), 500)
    expect(await page).toMatchObject({ ok: false, reason: 'stopped' })
  })
})

describe('the user’s headers in the browser', { timeout: 60_000 }, () => {
  const options = () => ({ headers: [{ name: 'Cookie', value: 'session=1234' }], headersFor: site.host })

  it('are sent with the document and with requests to the same host', async () => {
    site.set('/content', sentence)
    const fetches = app(`fetch('/content').then((answer) => answer.text()).then((text) => {
      document.getElementById('root').innerHTML = '<p>' + text })`)
    expect(await read(fetches, options())).toMatchObject({ ok: true, content: sentence })
    const cookies = site.requests.filter(({ path }) => path !== '/robots.txt').map(({ headers }) => headers.cookie)
    expect(cookies).toEqual(['session=1234', 'session=1234'])
  })

  it('are not sent to other hosts, even after a redirect', async () => {
    const other = await openWebsite({ '/x': { headers: { 'access-control-allow-origin': '*' }, body: sentence } })
    const bothHosts = createEgress({ allowPrivateHosts: [site.host, other.host] })
    const both = createReader({ egress: bothHosts, appUrl: 'http://localhost:3000', browser: here })
    site.set('/out', bad.redirectTo(`${other.origin}/x`))
    await read(app(`fetch('/out'); fetch('${other.origin}/x')`), options(), both)
    expect(other.requests.length).toBeGreaterThan(0)
    expect(JSON.stringify(other.requests)).not.toContain('1234')
    await Promise.all([both.close(), bothHosts.close(), other.close()])
  })
})
