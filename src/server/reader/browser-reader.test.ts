import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { app, draws, here, sentence } from '#test/drawn-page.ts'
import * as bad from '#test/misbehaviour.ts'
import { openWebsite, type SiteAnswer, type Website } from '#test/website.ts'
import { createEgress, type Egress } from './address.ts'
import type { BrowserOptions } from './browser-reader.ts'
import { createReader, type SiteReader } from './create-reader.ts'
import { INSTALL_BROWSER } from './find-browser.ts'
import type { ReadOptions } from './reader.ts'

let site: Website
/** On a private address that nobody allowed: whatever asks it anything has found a way around. */
let forbidden: Website
let egress: Egress
let reader: SiteReader

const open = (browser: Partial<BrowserOptions> = {}) =>
  createReader({ egress, appUrl: 'http://localhost:3000', browser: { ...here, limits: { settleMs: 3000 }, ...browser } })

beforeAll(async () => {
  site = await openWebsite({})
  forbidden = await openWebsite({ '/': 'secret', '/secret': { headers: { 'access-control-allow-origin': '*' }, body: 'secret' } })
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

describe('a page that its script draws', { timeout: 60_000 }, () => {
  it('is read by the browser: its title, text and links as they stand in the end', async () => {
    expect(await read(draws)).toMatchObject({
      ok: true,
      title: 'App',
      content: expect.stringContaining(sentence),
      links: [{ url: `${site.origin}/next`, nofollow: false }],
      readBy: 'browser',
    })
  })

  it('is left to the browser when it shows nothing without one, and asked for once', async () => {
    const path = `${site.origin}/page-${next}`
    expect(await read(draws, { reader: 'auto' })).toMatchObject({ ok: true, readBy: 'browser', finalUrl: path })
    expect(site.requests.filter((request) => request.path === new URL(path).pathname)).toHaveLength(1)
  })

  it('is not drawn when plain HTTP is asked for', async () => {
    expect(await read(draws, { reader: 'http' })).toMatchObject({ ok: true, content: '', readBy: 'http' })
  })

  it('says how a browser is installed where there is none', async () => {
    const poor = open({ chromiumPath: '/nowhere/chromium' })
    const refusal = { ok: false, reason: 'needs-browser', detail: INSTALL_BROWSER, retry: false }
    expect(poor.available()).toEqual(['auto', 'http'])
    expect(await read(draws, { reader: 'auto' }, poor)).toEqual(refusal)
    expect(await read(`<p>${sentence}`, { reader: 'auto' }, poor)).toMatchObject({ ok: true, readBy: 'http' })
    await poor.close()
  })

  it('keeps what it says without script when the browser finds no more', async () => {
    const short = `<p>Call us: 555 0100<p><a href="/x">x</a><script>0</script>`
    expect(await read(short, { reader: 'auto' })).toMatchObject({ ok: true, readBy: 'http' })
  })

  it('may ask its own site for its content', async () => {
    site.set('/content', sentence)
    const fetches = app(`fetch('/content').then((answer) => answer.text()).then((text) => {
      document.getElementById('root').innerHTML = '<p>' + text })`)
    expect(await read(fetches)).toMatchObject({ ok: true, content: sentence })
    expect(site.requests.at(-1)?.headers['user-agent']).toBe('Readback/0.1 (+http://localhost:3000/help/robots)')
  })

  it('gets no pictures, media or frames', async () => {
    const rich = `<p>${sentence}<img src="/a.png"><video src="/b.mp4"></video><iframe src="/frame"></iframe>
      <style>@font-face { font-family: x; src: url(/c.woff2) } p { font-family: x }</style><script>0</script>`
    expect(await read(rich)).toMatchObject({ ok: true })
    const asked = site.requests.map(({ path }) => path)
    expect(asked.filter((path) => !/robots|page-/.test(path))).toEqual([])
  })
})

describe('where a page leads on by itself', { timeout: 60_000 }, () => {
  it.each([
    ['a redirect', () => bad.redirectTo('/there')],
    ['a script', () => app(`location.href = '/there'`)],
    ['a meta refresh', () => '<meta http-equiv="refresh" content="0; url=/there">'],
  ])('is followed and judged, by %s', async (_how, answer) => {
    site.set('/there', draws)
    expect(await read(answer())).toMatchObject({ ok: true, finalUrl: `${site.origin}/there`, title: 'App' })
    const refusal = { ok: false, reason: 'outside-path', detail: 'no' } as const
    const seen: string[] = []
    const refused = await read(answer(), { allowRedirect: (url) => (seen.push(url), refusal) })
    expect(refused).toEqual({ ...refusal, retry: false })
    expect(seen).toEqual([`${site.origin}/there`])
  })

  it('is never a private address', async () => {
    const page = await read(app(`location.href = '${forbidden.origin}/'`))
    expect(page).toMatchObject({ ok: false, reason: 'private-address' })
    expect(forbidden.requests).toEqual([])
  })

  it('is given up when there is no end to it', async () => {
    site.set('/a', app(`location.href = '/b'`))
    site.set('/b', app(`location.href = '/a'`))
    expect(await read(bad.redirectTo('/a'))).toMatchObject({ ok: false, reason: 'redirect' })
  })

  it('is the page itself when it only loads itself again', async () => {
    expect(await read(`<p>${sentence}<script>setTimeout(() => location.reload(), 10)</script>`)).toMatchObject({
      ok: true,
      content: sentence,
    })
  })

  it('is judged by its status and type like any page', async () => {
    expect(await read({ status: 404, body: draws })).toMatchObject({ ok: false, detail: '404 Not Found' })
    const busy = { status: 503, headers: { 'retry-after': '3' }, body: '' }
    expect(await read(busy)).toMatchObject({ ok: false, retry: true, retryAfterMs: 3000 })
    expect(await read({ headers: { 'content-type': 'image/png' } })).toMatchObject({ ok: false, reason: 'not-a-page' })
  })
})

describe('a page that reaches for a private address', { timeout: 60_000 }, () => {
  const says = (script: string) => app(`const say = (text) => {
    document.getElementById('root').innerHTML += '<p>' + text + '</p>' }; say('${sentence}'); ${script}`)

  it.each([
    ['by fetching it', () => `fetch('${forbidden.origin}/secret').then((a) => a.text()).then(say, () => say('refused'))`],
    ['under another name of this machine', () => `fetch('${forbidden.origin.replace('127.0.0.1', 'localhost')}/secret').then((a) => a.text()).then(say, () => say('refused'))`],
    ['as a number', () => `fetch('${forbidden.origin.replace('127.0.0.1', '2130706433')}/secret').then((a) => a.text()).then(say, () => say('refused'))`],
    ['through a redirect of its own site', () => {
      site.set('/out', bad.redirectTo(`${forbidden.origin}/secret`))
      return `fetch('/out').then((a) => a.text()).then(say, () => say('refused'))`
    }],
    ['by a web socket', () => `const ws = new WebSocket('${forbidden.origin.replace('http', 'ws')}/'); ws.onopen = () => say('secret'); ws.onerror = () => say('refused')`],
    ['by a worker', () => `new Worker(URL.createObjectURL(new Blob(["fetch('${forbidden.origin}/secret').then((a) => a.text()).then(postMessage, () => postMessage('refused'))"]))).onmessage = (event) => say(event.data)`],
    ['by a beacon', () => `navigator.sendBeacon('${forbidden.origin}/secret', 'x'); say('refused')`],
    ['by a form', () => `document.body.insertAdjacentHTML('beforeend', '<form method="post" action="${forbidden.origin}/secret">'); document.forms[0].submit(); say('refused')`],
    ['by a frame', () => `document.body.insertAdjacentHTML('beforeend', '<iframe src="${forbidden.origin}/secret">'); say('refused')`],
    ['by a window', () => `const a = Object.assign(document.createElement('a'), { href: '${forbidden.origin}/secret', target: '_blank' }); document.body.append(a); a.click(); say('refused')`],
  ])('%s gets nothing', async (_how, script) => {
    const page = await read(says(script()))
    expect(page).toMatchObject({ ok: true, content: expect.stringContaining('refused') })
    expect(page.ok && page.content).not.toContain('secret')
    expect(forbidden.requests).toEqual([])
  })

  it('by a service worker gets nothing, and none is installed', async () => {
    const worker = `fetch('${forbidden.origin}/secret')`
    site.set('/sw', { headers: { 'content-type': 'text/javascript' }, body: worker })
    const page = await read(says(`navigator.serviceWorker.register('/sw').catch(() => {}).then(() => new Promise((later) => setTimeout(later, 300)))
      .then(() => navigator.serviceWorker.getRegistrations()).then((all) => say('workers: ' + all.length))`))
    expect(page).toMatchObject({ content: expect.stringContaining('workers: 0') })
    expect(site.requests.map(({ path }) => path)).not.toContain('/sw')
    expect(forbidden.requests).toEqual([])
  })

  it('by WebRTC has no WebRTC', async () => {
    expect(await read(says(`say(typeof RTCPeerConnection + ' refused')`))).toMatchObject({
      content: expect.stringContaining('undefined refused'),
    })
  })
})

describe('a page that misbehaves', { timeout: 60_000 }, () => {
  const hasty: Partial<BrowserOptions> = { limits: { totalMs: 15_000, settleMs: 1000, maxBytes: 1_000_000, maxCharacters: 100_000 } }

  it.each([
    ['never stops loading', `setInterval(() => fetch('/robots.txt?' + Math.random()), 20); document.body.insertAdjacentHTML('beforeend', '<p>${sentence}')`],
    ['opens dialogs', `for (let i = 0; i < 20; i++) { alert('a'); confirm('b'); prompt('c') } document.body.insertAdjacentHTML('beforeend', '<p>${sentence}')`],
    ['opens windows', `for (let i = 0; i < 20; i++) open('/x' + i); document.body.insertAdjacentHTML('beforeend', '<p>${sentence}')`],
    ['asks before it is left', `addEventListener('beforeunload', (event) => event.preventDefault()); document.body.insertAdjacentHTML('beforeend', '<p>${sentence}')`],
    ['downloads files', `const a = Object.assign(document.createElement('a'), { href: 'data:,x', download: 'x.txt' }); document.body.append(a); a.click(); document.body.insertAdjacentHTML('beforeend', '<p>${sentence}')`],
  ])('and %s is read all the same', async (_how, script) => {
    const careful = open(hasty)
    expect(await read(app(script), {}, careful)).toMatchObject({ ok: true, content: expect.stringContaining(sentence) })
    await careful.close()
  })

  it.each([
    ['never ends its script', 'for (;;);', 'timeout'],
    ['eats memory', 'const hoard = []; for (;;) hoard.push(new Array(1e5).fill(Math.random()))', 'unreadable'],
    ['grows without end', `document.body.textContent = 'x'.repeat(200_000)`, 'too-large'],
  ])('and %s is given up, and the next page is read', async (_how, script, reason) => {
    const careful = open({ limits: { ...hasty.limits, totalMs: 5000 } })
    expect(await read(app(script), {}, careful)).toMatchObject({ ok: false, reason })
    expect(await read(draws, {}, careful)).toMatchObject({ ok: true, readBy: 'browser' })
    await careful.close()
  })

  it('and takes in more than it may gets no more', async () => {
    const careful = open(hasty)
    site.set('/endless', bad.endlessBody)
    const greedy = `fetch('/endless').then((a) => a.text()).finally(() => document.body.insertAdjacentHTML('beforeend', '<p>${sentence}'))`
    expect(await read(app(greedy), {}, careful)).toMatchObject({ ok: true, content: sentence })
    await careful.close()
  })

  it('is let go of at once when the crawl is stopped', async () => {
    const stop = new AbortController()
    const page = read(app(`fetch('/stop'); for (;;);`), { signal: stop.signal })
    setTimeout(() => stop.abort(), 500)
    expect(await page).toMatchObject({ ok: false, reason: 'stopped' })
  })
})

describe('headers for pages behind a sign-in', { timeout: 60_000 }, () => {
  const options = () => ({ headers: [{ name: 'Cookie', value: 'session=1234' }], headersFor: site.host })

  it('go with the document and with what the page asks of its own site', async () => {
    site.set('/content', sentence)
    const fetches = app(`fetch('/content').then((answer) => answer.text()).then((text) => {
      document.getElementById('root').innerHTML = '<p>' + text })`)
    expect(await read(fetches, options())).toMatchObject({ ok: true, content: sentence })
    const carried = site.requests.filter(({ path }) => path !== '/robots.txt').map(({ headers }) => headers.cookie)
    expect(carried).toEqual(['session=1234', 'session=1234'])
  })

  it('go nowhere else, also after a redirect', async () => {
    const other = await openWebsite({ '/x': { headers: { 'access-control-allow-origin': '*' }, body: sentence } })
    const way = createEgress({ allowPrivateHosts: [site.host, other.host] })
    const both = createReader({ egress: way, appUrl: 'http://localhost:3000', browser: here })
    site.set('/out', bad.redirectTo(`${other.origin}/x`))
    await read(app(`fetch('/out'); fetch('${other.origin}/x')`), options(), both)
    expect(other.requests.length).toBeGreaterThan(0)
    expect(JSON.stringify(other.requests)).not.toContain('1234')
    await Promise.all([both.close(), way.close(), other.close()])
  })
})
