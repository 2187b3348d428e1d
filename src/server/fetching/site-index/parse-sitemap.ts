/**
 * Streaming parser for all formats of https://www.sitemaps.org/protocol.html: a list of addresses, an index of
 * sitemaps, a feed (RSS, Atom) or plain lines.
 */
import { Parser } from 'htmlparser2'

export type SitemapParser = {
  /** Parses the next chunk of the file; returns false when no more are needed. */
  write(text: string): boolean
  end(): void
  /** False when the file is no sitemap, such as an error page with status 200. */
  isSitemap(): boolean
}

export type SitemapCallbacks = {
  onPage(address: string): void
  /** Called with the address of another sitemap file. */
  onSitemap(address: string): void
}

/** The protocol's limit per file. */
const MAX_ADDRESSES = 50_000
/** The protocol's limit per address. */
const MAX_ADDRESS_CHARACTERS = 2_048
const MAX_DEPTH = 32
const ROOTS = new Set(['urlset', 'sitemapindex', 'rss', 'rdf', 'feed'])

type FileKind = 'unknown' | 'xml' | 'lines' | 'other'

/** Passes addresses as written, trimmed and not empty. */
export function createSitemapParser({ onPage, onSitemap }: SitemapCallbacks): SitemapParser {
  let found = 0
  let kind: FileKind = 'unknown'
  let unfinishedLine = ''
  /** The open tags, outermost first. */
  const path: string[] = []
  /** The text of the open tag if it has an address. */
  let text: string | null = null

  const report = (address: string, callback: (address: string) => void) => {
    const trimmed = address.trim()
    if (trimmed === '' || trimmed.length > MAX_ADDRESS_CHARACTERS || found >= MAX_ADDRESSES) return
    found++
    callback(trimmed)
  }

  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const tag = localName(name)
        if (path.length === 0 && kind === 'unknown') kind = ROOTS.has(tag) ? 'xml' : 'other'
        if (path.length > MAX_DEPTH) kind = 'other'
        path.push(tag)
        if (isAddress(path)) text = ''
        // Atom has the address in an attribute; links with other relations are not the page.
        const isPage = (attributes['rel'] ?? 'alternate') === 'alternate'
        if (kind === 'xml' && isPage && path.at(-2) === 'entry' && tag === 'link')
          report(attributes['href'] ?? '', onPage)
      },
      ontext(chunk) {
        if (text !== null && text.length <= MAX_ADDRESS_CHARACTERS) text += chunk
      },
      onclosetag() {
        if (text !== null && isAddress(path)) {
          if (kind === 'xml') report(text, path.at(-2) === 'sitemap' ? onSitemap : onPage)
          text = null
        }
        path.pop()
      },
    },
    { xmlMode: true, decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  )

  function reportLines(chunk: string) {
    const lines = (unfinishedLine + chunk).split('\n')
    unfinishedLine = (lines.pop() ?? '').slice(0, MAX_ADDRESS_CHARACTERS + 1)
    for (const line of lines) report(line, onPage)
  }

  return {
    write(chunk) {
      if (kind === 'unknown') kind = kindByStart(chunk)
      if (kind === 'lines') reportLines(chunk)
      else if (kind !== 'other') parser.write(chunk)
      return kind !== 'other' && found < MAX_ADDRESSES
    },
    end() {
      if (kind === 'lines') report(unfinishedLine, onPage)
    },
    isSitemap: () => kind === 'xml' || kind === 'lines',
  }
}

/** Whether markup is a sitemap is decided by its first tag. */
function kindByStart(chunk: string): FileKind {
  const start = chunk.trimStart()
  if (start === '' || start.startsWith('<')) return 'unknown'
  return /^https?:\/\//i.test(start) ? 'lines' : 'other'
}

/** Prefixes are arbitrary. `image:loc` is distinguished from `loc` by its parent. */
const localName = (name: string) => name.slice(name.indexOf(':') + 1)

function isAddress(path: readonly string[]): boolean {
  const [parent, tag] = path.slice(-2)
  if (tag === 'loc') return parent === 'url' || parent === 'sitemap'
  return tag === 'link' && parent === 'item'
}
