/**
 * Reads a sitemap as it arrives, by a streaming tokenizer: a list of addresses, an index of further sitemaps, a feed
 * (RSS, Atom) or plain lines, all of which https://www.sitemaps.org/protocol.html allows.
 */
import { Parser } from 'htmlparser2'

export type SitemapParser = {
  /** Takes the next piece of the file; false once it has all that a file may hold. */
  write(text: string): boolean
  end(): void
  /** False when the file was no sitemap, such as the page that a site shows for addresses it does not know. */
  isSitemap(): boolean
}

export type SitemapFinds = {
  onPage(address: string): void
  /** Of another sitemap file. */
  onSitemap(address: string): void
}

/** "Each Sitemap file … must have no more than 50,000 URLs" (the protocol). */
const MAX_ADDRESSES = 50_000
/** "The location must be less than 2,048 characters" (the protocol). */
const MAX_ADDRESS_CHARACTERS = 2_048
const MAX_DEPTH = 32
const ROOTS = new Set(['urlset', 'sitemapindex', 'rss', 'rdf', 'feed'])

/** The finds are called with addresses as written, trimmed and not empty. */
export function sitemapParser({ onPage, onSitemap }: SitemapFinds): SitemapParser {
  let found = 0
  let kind: 'unknown' | 'xml' | 'lines' | 'other' = 'unknown'
  let rest = ''
  const path: string[] = []
  let text: string | null = null

  const take = (address: string, into: (address: string) => void) => {
    const trimmed = address.trim()
    if (trimmed === '' || trimmed.length > MAX_ADDRESS_CHARACTERS || found >= MAX_ADDRESSES) return
    found++
    into(trimmed)
  }

  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const tag = localName(name)
        if (path.length === 0 && kind === 'unknown') kind = ROOTS.has(tag) ? 'xml' : 'other'
        if (path.length > MAX_DEPTH) kind = 'other'
        path.push(tag)
        if (isAddress(path)) text = ''
        // Atom has the address in an attribute, and the page's own is the one without another relation.
        const isPage = (attributes['rel'] ?? 'alternate') === 'alternate'
        if (kind === 'xml' && isPage && path.at(-2) === 'entry' && tag === 'link') take(attributes['href'] ?? '', onPage)
      },
      ontext(piece) {
        if (text !== null && text.length <= MAX_ADDRESS_CHARACTERS) text += piece
      },
      onclosetag() {
        if (text !== null && isAddress(path)) {
          if (kind === 'xml') take(text, path.at(-2) === 'sitemap' ? onSitemap : onPage)
          text = null
        }
        path.pop()
      },
    },
    { xmlMode: true, decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  )

  function takeLines(piece: string) {
    const lines = (rest + piece).split('\n')
    rest = (lines.pop() ?? '').slice(0, MAX_ADDRESS_CHARACTERS + 1)
    for (const line of lines) take(line, onPage)
  }

  return {
    write(piece) {
      if (kind === 'unknown') {
        const start = piece.trimStart()
        if (start !== '' && !start.startsWith('<')) kind = /^https?:\/\//i.test(start) ? 'lines' : 'other'
      }
      if (kind === 'lines') takeLines(piece)
      else if (kind !== 'other') parser.write(piece)
      return kind !== 'other' && found < MAX_ADDRESSES
    },
    end() {
      if (kind === 'lines') take(rest, onPage)
    },
    isSitemap: () => kind === 'xml' || kind === 'lines',
  }
}

/** Prefixes are a file's own choice; what stands in a picture's `image:loc` is told by its parent. */
const localName = (name: string) => name.slice(name.indexOf(':') + 1)

function isAddress(path: readonly string[]): boolean {
  const [parent, tag] = path.slice(-2)
  return (tag === 'loc' && (parent === 'url' || parent === 'sitemap')) || (tag === 'link' && parent === 'item')
}
