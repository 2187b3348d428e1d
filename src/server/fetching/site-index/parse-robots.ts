/** Parses robots.txt for one robot (RFC 9309). */

export type RobotsRules = {
  /** `path` is path and query of the address, as serialized by URL. */
  isAllowed(path: string): boolean
  /** Seconds between requests, null without Crawl-delay. */
  crawlDelay: number | null
  /** The addresses as written; they may be relative or invalid. */
  sitemaps: string[]
}

type Rule = { allow: boolean; length: number; parts: string[]; anchored: boolean }
type Group = { rules: Rule[]; crawlDelay: number | null }

/** A longer rule matches no address: none is longer than this. */
const MAX_PATTERN_CHARACTERS = 2_000
const MAX_SITEMAPS = 1_000

/**
 * Parses `text` for the robot with the product token of `userAgent`, ignoring case. All groups that name the robot
 * apply together; without one, the groups for `*` apply.
 */
export function parseRobots(text: string, userAgent: string): RobotsRules {
  const parsing: Parsing = {
    robot: productToken(userAgent),
    named: { rules: [], crawlDelay: null },
    wildcard: { rules: [], crawlDelay: null },
    isNamed: false,
    groups: new Set(),
    isInUserAgentLines: false,
    delayedGroups: new Set(),
    hasDelay: false,
  }
  const sitemaps: string[] = []
  for (const { key, value } of recordsOf(text)) {
    if (key === 'user-agent') addUserAgent(parsing, value)
    else if (key === 'allow' || key === 'disallow') addRule(parsing, value, key === 'allow')
    else if (key === 'crawl-delay') addCrawlDelay(parsing, value)
    else if (key === 'sitemap' && value !== '' && sitemaps.length < MAX_SITEMAPS) sitemaps.push(value)
  }
  const { rules, crawlDelay } = parsing.isNamed ? parsing.named : parsing.wildcard
  return { isAllowed: (path) => isAllowed(rules, path), crawlDelay, sitemaps }
}

type Parsing = {
  robot: string
  /** The groups for the robot, joined, and those for `*`. */
  named: Group
  wildcard: Group
  /** A group names the robot. */
  isNamed: boolean
  /** Of `named` and `wildcard`, those that the next rule belongs to. */
  groups: Set<Group>
  /** User-agent lines share the rules after the last of them; other records in between change nothing (2.2.4). */
  isInUserAgentLines: boolean
  /** Of `groups`, those named since the last Crawl-delay: the next one is theirs. */
  delayedGroups: Set<Group>
  /** A Crawl-delay came after the last User-agent line. */
  hasDelay: boolean
}

function addUserAgent(parsing: Parsing, value: string) {
  const { robot, named, wildcard, isInUserAgentLines, hasDelay } = parsing
  if (!isInUserAgentLines) parsing.groups = new Set()
  if (!isInUserAgentLines || hasDelay) parsing.delayedGroups = new Set()
  parsing.isInUserAgentLines = true
  parsing.hasDelay = false
  const addGroup = (group: Group) => {
    parsing.groups.add(group)
    parsing.delayedGroups.add(group)
  }
  if (productToken(value) === robot) {
    parsing.isNamed = true
    addGroup(named)
  } else if (value.startsWith('*')) {
    addGroup(wildcard)
  }
}

function addRule(parsing: Parsing, value: string, allow: boolean) {
  parsing.isInUserAgentLines = false
  const rule = ruleFrom(value, allow)
  if (!rule) return
  for (const group of parsing.groups) group.rules.push(rule)
}

function addCrawlDelay(parsing: Parsing, value: string) {
  parsing.hasDelay = true
  const seconds = Number(value)
  if (value === '' || !Number.isFinite(seconds) || seconds < 0) return
  for (const group of parsing.delayedGroups) group.crawlDelay = seconds
}

/** The longest matching rule decides, of two equally long ones the allowing one. /robots.txt is always allowed. */
function isAllowed(rules: readonly Rule[], path: string): boolean {
  const address = normalize(path)
  if (address === '/robots.txt') return true
  let deciding: Rule | null = null
  for (const rule of rules) {
    if (takesPrecedence(rule, deciding) && matches(rule, address)) deciding = rule
  }
  return deciding?.allow ?? true
}

function takesPrecedence(rule: Rule, other: Rule | null): boolean {
  if (!other || rule.length > other.length) return true
  return rule.length === other.length && rule.allow && !other.allow
}

/**
 * Finds the literal parts between the wildcards one after the other, each at its first position, which leaves the
 * longest rest. Linear in the length of the address for any number of wildcards.
 */
function matches({ parts, anchored }: Rule, address: string): boolean {
  const [first = ''] = parts
  if (!address.startsWith(first)) return false
  let position = first.length
  for (let index = 1; index < parts.length; index++) {
    const part = parts[index] ?? ''
    if (anchored && index === parts.length - 1)
      return address.length - part.length >= position && address.endsWith(part)
    const found = address.indexOf(part, position)
    if (found < 0) return false
    position = found + part.length
  }
  return !anchored || position === address.length
}

function ruleFrom(value: string, allow: boolean): Rule | null {
  // "Disallow:" without a path has no effect.
  if (value === '' || value.length > MAX_PATTERN_CHARACTERS) return null
  const anchored = value.endsWith('$')
  // Rules start at the root, even without the slash.
  const pattern = /^[/*]/.test(value) ? value : `/${value}`
  const parts = normalize(anchored ? pattern.slice(0, -1) : pattern)
    .split('*')
    .filter((part, index, all) => part !== '' || index === 0 || index === all.length - 1)
  return { allow, length: Buffer.byteLength(normalize(pattern)), parts, anchored }
}

/**
 * Normalizes percent-encoding (2.2.2): unreserved characters are decoded, non-ASCII is encoded, hexadecimal digits are
 * upper case. Encoded `*`, `$`, `/` and `%` stay encoded, because they are literals.
 */
function normalize(path: string): string {
  return path
    .toWellFormed()
    .replace(/%[0-9a-f]{2}/gi, (code) => {
      const character = String.fromCharCode(Number.parseInt(code.slice(1), 16))
      return /[a-z0-9\-._~]/i.test(character) ? character : code.toUpperCase()
    })
    .replace(/[^\u0021-\u007e]/gu, encodeURIComponent)
}

/** The name before version and comment: "Readback/1.0" and "readback (any)" are "readback". */
function productToken(value: string): string {
  return /^[a-z_-]*/i.exec(value)?.[0].toLowerCase() ?? ''
}

function* recordsOf(text: string): Generator<{ key: string; value: string }> {
  for (const line of text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)) {
    const [content = ''] = line.split('#', 1)
    const colon = content.indexOf(':')
    // A byte order mark inside the file, from joined files, makes the record another one.
    if (colon < 0 || content.lastIndexOf('\uFEFF', colon) >= 0) continue
    const key = content.slice(0, colon).trim().toLowerCase()
    yield { key: KEY_ALIASES.get(key) ?? key, value: content.slice(colon + 1).trim() }
  }
}

/** Frequent misspellings, which other robots accept too. */
const KEY_ALIASES = new Map([
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
