/**
 * A deterministic site with realistic pages of 20 to 55 kB of HTML. As a script it serves the site on loopback, once
 * per port, and prints the addresses: `node bench/generated-site.ts PAGES [PORT…]`.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'

const MIN_PAGE_BYTES = 20_000
const MAX_PAGE_BYTES = 55_000
const CHILDREN_PER_PAGE = 9
/** The number of pages generated before the first request; the rest are generated on request. */
const PREGENERATED_PAGES = 2_000

async function serve() {
  const pages = Number(process.argv[2] ?? 1000)
  const ports = process.argv.slice(3).map(Number)
  const ready = Array.from({ length: Math.min(pages, PREGENERATED_PAGES) }, (_, index) =>
    Buffer.from(pageHtml(index, pages)),
  )
  const addresses = await Promise.all(
    (ports.length > 0 ? ports : [0]).map(async (port) => {
      const server = createServer((request, response) => {
        const index = pageAt(request.url ?? '/')
        if (index === null || index >= pages)
          return response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not found</h1>')
        const body = ready[index] ?? Buffer.from(pageHtml(index, pages))
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': body.length }).end(body)
      })
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
      const address = server.address()
      return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`
    }),
  )
  console.log(addresses.join(' '))
}

function pageAt(path: string): number | null {
  if (path === '/') return 0
  const index = /^\/guide\/part-\d+\/page-(\d+)\.html$/.exec(path)?.[1]
  return index === undefined ? null : Number(index)
}

/** The pages form a tree: page n links to pages 9n + 1 to 9n + 9. */
function pagePath(index: number): string {
  return index === 0 ? '/' : `/guide/part-${index % 12}/page-${index}.html`
}

export function pageHtml(index: number, pages: number): string {
  const random = randomFrom(index + 1)
  const size = MIN_PAGE_BYTES + Math.floor(random() * (MAX_PAGE_BYTES - MIN_PAGE_BYTES - 1_500))
  const words = wordsFrom(random)
  const link = (target: number) => `<a href="${pagePath(target)}">${words.phrase(2)}</a>`
  const anyPage = () => Math.floor(random() * pages)
  const title = `${words.phrase(4)} ${index}`
  const children = Array.from({ length: CHILDREN_PER_PAGE }, (_, n) => index * CHILDREN_PER_PAGE + n + 1).filter(
    (child) => child < pages,
  )

  const parts = [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title} | The Guide</title>`,
    `<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="description" content="${words.sentence()}">`,
    '<link rel="stylesheet" href="/style.css"><script>window.settings = { theme: "light", lines: 20 }</script></head>',
    `<body class="page"><header class="site-header"><div class="logo"><a href="/">The Guide</a></div><nav class="main-nav"><ul>`,
    ...Array.from(
      { length: 8 },
      (_, n) => `<li class="nav-item"><a href="${pagePath((n * 7) % pages)}">${words.phrase(1)}</a></li>`,
    ),
    '</ul></nav></header><div class="layout"><aside class="sidebar"><h2>In this part</h2><ul class="toc">',
    ...Array.from({ length: 8 }, (_, n) => `<li>${link((index + n + 1) % pages)}</li>`),
    `</ul></aside><main id="content"><article><h1>${title}</h1><p class="lead">${words.paragraph(3)}</p>`,
    '<ul class="chapters">',
    ...children.map((child) => `<li>${link(child)}: ${words.sentence()}</li>`),
    '</ul>',
  ]
  let length = parts.reduce((sum, part) => sum + part.length, 0)
  const add = (part: string) => {
    parts.push(part)
    length += part.length
  }
  for (let links = 0; length < size;) {
    add(`<section id="s${parts.length}"><h2>${words.phrase(3)}</h2>`)
    for (let n = 0; n < 3; n++) {
      const inline = links < 26 && random() < 0.7 ? ` See ${link(anyPage())} for <em>${words.phrase(2)}</em>.` : ''
      links += inline ? 1 : 0
      add(`<p>${words.paragraph(4)}${inline}</p>`)
    }
    const kind = random()
    if (kind < 0.35)
      add(
        `<ul>${Array.from({ length: 6 }, () => `<li><strong>${words.phrase(1)}</strong>: ${words.sentence()}</li>`).join('')}</ul>`,
      )
    else if (kind < 0.55) add(tableOf(words))
    else if (kind < 0.75) add(`<h3>${words.phrase(2)}</h3><pre><code class="language-js">${codeOf(words)}</code></pre>`)
    else add(`<h3>${words.phrase(2)}</h3><blockquote><p>${words.paragraph(2)}</p></blockquote>`)
    add('</section>')
  }
  parts.push(
    `<p class="pager">${link(Math.max(0, index - 1))} ${link(Math.min(pages - 1, index + 1))}</p></article></main></div>`,
    `<footer class="site-footer"><p>${words.sentence()}</p><ul><li><a href="https://example.org/imprint">Imprint</a></li>`,
    '<li><a href="https://example.org/privacy">Privacy</a></li></ul></footer><script src="/app.js" defer></script></body></html>',
  )
  return parts.join('\n')
}

type Words = ReturnType<typeof wordsFrom>

function tableOf(words: Words): string {
  const row = (cell: string) =>
    `<tr>${Array.from({ length: 4 }, () => `<${cell}>${words.phrase(2)}</${cell}>`).join('')}</tr>`
  return `<table class="data"><thead>${row('th')}</thead><tbody>${Array.from({ length: 6 }, () => row('td')).join('')}</tbody></table>`
}

function codeOf(words: Words): string {
  const name = () => words.phrase(1).toLowerCase()
  return Array.from(
    { length: 7 },
    () => `const ${name()} = ${name()}(&quot;${name()}&quot;, { ${name()}: true })`,
  ).join('\n')
}

const COMMON =
  'the of and to in a is that for it as with on be by this are or from an at which not can when has more one all also each if other'.split(
    ' ',
  )
const SYLLABLES =
  'ba con de fer gra hin ip ka lo mer net or pol qui ra sta tur un ver wal ex sion ment ing tor al ic ous ent'.split(
    ' ',
  )
/** Used with Zipf's distribution: the n-th word occurs about once in n. */
const VOCABULARY = Array.from({ length: 4_000 }, (_, n) => {
  const random = randomFrom(n * 31 + 7)
  return Array.from(
    { length: 2 + Math.floor(random() * 3) },
    () => SYLLABLES[Math.floor(random() * SYLLABLES.length)],
  ).join('')
})

function wordsFrom(random: () => number) {
  const rare = () => VOCABULARY[Math.floor(VOCABULARY.length ** random()) - 1] ?? 'server'
  const word = () => (random() < 0.45 ? (COMMON[Math.floor(random() * COMMON.length)] ?? 'the') : rare())
  const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)
  const phrase = (count: number) => capital(Array.from({ length: count }, rare).join(' '))
  const sentence = () => `${capital(Array.from({ length: 8 + Math.floor(random() * 12) }, word).join(' '))}.`
  return { phrase, sentence, paragraph: (count: number) => Array.from({ length: count }, sentence).join(' ') }
}

function randomFrom(seed: number): () => number {
  let state = Math.imul(seed, 2654435761) >>> 0
  return () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 4294967296
}

if (import.meta.main) await serve()
