/** Reads a robots.txt and answers what it asks of one robot (RFC 9309). */

export type RobotsRules = {
  /** `path` is the address's path and query, as URL writes them. */
  isAllowed(path: string): boolean
  /** Seconds between pages, null when none are asked for. */
  crawlDelay: number | null
  /** As written there. */
  sitemaps: string[]
}

type Rule = { allow: boolean; length: number; parts: string[]; anchored: boolean }
type Group = { rules: Rule[]; crawlDelay: number | null }

/** No address is longer than this, and a rule that is could match none. */
const MAX_PATTERN_CHARACTERS = 2_000
const MAX_SITEMAPS = 1_000

/**
 * Parses `text`, the beginning of a robots.txt of any size, for the robot that calls itself `userAgent`
 * (its product token counts; case does not matter). Groups that name the robot are taken together; without any, those of `*` are.
 */
export function parseRobots(text: string, userAgent: string): RobotsRules {
  const own: Group = { rules: [], crawlDelay: null }
  const anyone: Group = { rules: [], crawlDelay: null }
  const sitemaps: string[] = []
  const wanted = productToken(userAgent)
  let isNamed = false
  let into = new Set<Group>()
  /** True while user-agent lines follow one another: they share the rules that come. */
  let naming = false

  for (const { key, value } of recordsOf(text)) {
    if (key === 'user-agent') {
      if (!naming) into = new Set()
      naming = true
      const token = productToken(value)
      if (token === wanted) {
        isNamed = true
        into.add(own)
      } else if (value.startsWith('*')) into.add(anyone)
    } else if (key === 'allow' || key === 'disallow') {
      naming = false
      const rule = ruleFrom(value, key === 'allow')
      if (rule) for (const group of into) group.rules.push(rule)
    } else if (key === 'crawl-delay') {
      // Whoever writes it means it for the robots named so far, so it ends their list as a rule does.
      naming = false
      const seconds = Number(value)
      if (value !== '' && Number.isFinite(seconds) && seconds >= 0) for (const group of into) group.crawlDelay = seconds
    } else if (key === 'sitemap' && value !== '' && sitemaps.length < MAX_SITEMAPS) sitemaps.push(value)
  }

  const { rules, crawlDelay } = isNamed ? own : anyone
  return { isAllowed: (path) => isAllowed(rules, path), crawlDelay, sitemaps }
}

/** The longest rule that matches decides; of two as long, the one that allows. /robots.txt itself is always allowed. */
function isAllowed(rules: readonly Rule[], path: string): boolean {
  const address = comparable(path)
  if (address === '/robots.txt') return true
  let length = -1
  let allowed = true
  for (const rule of rules) {
    if (rule.length < length || (rule.length === length && (allowed || !rule.allow)) || !matches(rule, address)) continue
    length = rule.length
    allowed = rule.allow
  }
  return allowed
}

/**
 * The literal parts between the wildcards, each found as early as it stands: what is left is longest then. Takes time
 * in proportion to the address, however many wildcards there are.
 */
function matches({ parts, anchored }: Rule, address: string): boolean {
  const [first = ''] = parts
  if (!address.startsWith(first)) return false
  let at = first.length
  for (let index = 1; index < parts.length; index++) {
    const part = parts[index] ?? ''
    if (anchored && index === parts.length - 1) return address.length - part.length >= at && address.endsWith(part)
    const found = address.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return !anchored || at === address.length
}

function ruleFrom(value: string, allow: boolean): Rule | null {
  // An empty rule says nothing: "Disallow:" forbids nothing.
  if (value === '' || value.length > MAX_PATTERN_CHARACTERS) return null
  const anchored = value.endsWith('$')
  // Every rule begins at the root, also one whose slash was forgotten.
  const pattern = /^[/*]/.test(value) ? value : `/${value}`
  const parts = comparable(anchored ? pattern.slice(0, -1) : pattern)
    .split('*')
    .filter((part, at, all) => part !== '' || at === 0 || at === all.length - 1)
  return { allow, length: Buffer.byteLength(comparable(pattern)), parts, anchored }
}

/**
 * One spelling for all (2.2.2): what needs no encoding is decoded, all else is encoded, hexadecimal digits in capitals.
 * Encoded `*`, `$`, `/` and `%` stay as they are: they stand for themselves, and for nothing else.
 */
function comparable(path: string): string {
  return path
    .toWellFormed()
    .replace(/%[0-9a-f]{2}/gi, (code) => {
      const letter = String.fromCharCode(Number.parseInt(code.slice(1), 16))
      return /[a-z0-9\-._~]/i.test(letter) ? letter : code.toUpperCase()
    })
    .replace(/[^\u0021-\u007e]/gu, encodeURIComponent)
}

/** The name without what follows it: "Readback/1.0" and "readback (any)" are "readback". */
function productToken(value: string): string {
  return /^[a-z_-]*/i.exec(value)?.[0].toLowerCase() ?? ''
}

function* recordsOf(text: string): Generator<{ key: string; value: string }> {
  for (const line of text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)) {
    const [said = ''] = line.split('#', 1)
    const colon = said.indexOf(':')
    if (colon < 0) continue
    const key = said.slice(0, colon).trim().toLowerCase()
    yield { key: KEYS.get(key) ?? key, value: said.slice(colon + 1).trim() }
  }
}

// Slips that real files are full of, and that other robots read as meant.
const KEYS = new Map([
  ['useragent', 'user-agent'],
  ['user agent', 'user-agent'],
  ['dissallow', 'disallow'],
  ['dissalow', 'disallow'],
  ['disalow', 'disallow'],
  ['diasllow', 'disallow'],
  ['disallaw', 'disallow'],
  ['site-map', 'sitemap'],
  ['crawldelay', 'crawl-delay'],
])
