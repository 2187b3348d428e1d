/** The kind of a page according to its address, Open Graph type and schema.org data. */
import { withoutIndex } from '#shared/crawl/without-index.ts'
import type { HtmlHead } from '#server/extraction/html/html-head.ts'

export type PageKind = {
  article: boolean
  product: boolean
  forum: boolean
  listing: boolean
  business: boolean
  /** Text in the structured data (article body, post, product description), which the visible page may lack. */
  text: string
}

const ARTICLE = new Set(
  'article newsarticle blogposting techarticle report scholarlyarticle review howto recipe'.split(' '),
)
const PRODUCT = new Set('product productgroup individualproduct softwareapplication videogame book vehicle'.split(' '))
const FORUM = new Set('discussionforumposting qapage question answer socialmediaposting comment'.split(' '))
const LISTING = new Set('itemlist collectionpage searchresultspage offercatalog category'.split(' '))
const BUSINESS = new Set('organization localbusiness service professionalservice corporation faqpage'.split(' '))

/** Bounds the time for structured data that is large or deeply nested. */
const MAX_VALUES = 5_000
const MAX_DEPTH = 8

// Parts of addresses, in lower case.
/** "/blog/", "/2024/"; not "/blogging/". */
const ARTICLE_PATH = /\/(?:blog|news|article|articles|story|post|posts|20\d\d)\//
/** "/product/", "/dp/"; not "/products-a-z". */
const PRODUCT_PATH = /\/(?:product|products|p|dp|item|app|itm)\//
/** "forum.example.org", "/t/42", "/showthread.php"; not "/threading" or "/t.create.html". */
const FORUM_PATH =
  /forum|\/t\/|\/(?:thread|threads|topic|topics|questions|discussion|discussions|community|boards?|comments|showthread)[/.\-?]/
/** "/category/shoes", "/search?q="; not "/searching". */
const LISTING_PATH = /\/(?:collections?|category|categories|tags?|topics?|c|shop|catalog|search|jobs)(?:\/|$|\?)/
/** "/services"; not "/service-manual". */
const BUSINESS_PATH = /\/services?(?:\/|$|\?)/

/** True for a page that declares to be nothing else, like those of a manual. */
export function isDocument({ article, product, forum, listing, business }: PageKind): boolean {
  return !(article || product || forum || listing || business)
}

/** Ignores structured data that is not valid JSON. */
export function pageKind(head: HtmlHead, url: string): PageKind {
  const types = new Set([head.type.toLowerCase().replace(/^og:/, '')])
  let text = ''
  let valuesLeft = MAX_VALUES
  for (const data of head.structured) visit(parseJson(data))

  const address = URL.parse(url)
  const path = address?.href.toLowerCase() ?? ''
  const isStartPage = address !== null && withoutIndex(address.pathname) === ''
  const has = (kinds: ReadonlySet<string>) => [...types].some((type) => kinds.has(type))
  return {
    article: has(ARTICLE) || ARTICLE_PATH.test(path),
    product: has(PRODUCT) || types.has('og:product') || PRODUCT_PATH.test(path),
    forum: has(FORUM) || FORUM_PATH.test(path),
    listing: has(LISTING) || LISTING_PATH.test(path),
    business: has(BUSINESS) || BUSINESS_PATH.test(path) || isStartPage,
    text,
  }

  function visit(value: unknown, depth = 0) {
    if (typeof value !== 'object' || value === null || depth > MAX_DEPTH || valuesLeft-- < 0) return
    if (Array.isArray(value)) return value.forEach((item) => visit(item, depth + 1))
    const isProduct =
      '@type' in value && [value['@type']].flat().some((type) => PRODUCT.has(String(type).toLowerCase()))
    for (const [key, inner] of Object.entries(value)) {
      if (key === '@type') for (const type of [inner].flat()) types.add(String(type).toLowerCase())
      else if (
        (key === 'articleBody' || key === 'text' || (isProduct && key === 'description')) &&
        typeof inner === 'string'
      )
        text += `${inner}\n\n`
      else visit(inner, depth + 1)
    }
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
