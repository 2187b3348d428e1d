/** The kind of a page according to its address, Open Graph type and schema.org data. */
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

const MAX_VALUES = 5_000

/** Ignores structured data that is not valid JSON. */
export function pageKind(head: HtmlHead, url: string): PageKind {
  const types = new Set([head.type.toLowerCase().replace(/^og:/, '')])
  let text = ''
  let valuesLeft = MAX_VALUES
  for (const data of head.structured) visit(parseJson(data))

  const path = URL.parse(url)?.href.toLowerCase() ?? ''
  const has = (kinds: ReadonlySet<string>) => [...types].some((type) => kinds.has(type))
  return {
    article: has(ARTICLE) || /\/(?:blog|news|article|articles|story|post|posts|20\d\d)\//.test(path),
    product: has(PRODUCT) || types.has('og:product') || /\/(?:product|products|p|dp|item|app|itm)\//.test(path),
    forum:
      has(FORUM) ||
      /forum|\/(?:t|thread|threads|topic|topics|questions|discussion|discussions|community|boards?|comments|showthread)[/.\-?]/.test(
        path,
      ),
    listing:
      has(LISTING) ||
      /\/(?:collections?|category|categories|tags?|topics?|c|shop|catalog|search|jobs)(?:\/|$|\?)/.test(path),
    business: has(BUSINESS) || /\/services?(?:\/|$|\?)/.test(path) || URL.parse(url)?.pathname === '/',
    text,
  }

  function visit(value: unknown, depth = 0) {
    if (typeof value !== 'object' || value === null || depth > 8 || valuesLeft-- < 0) return
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
