/** Hints about the content of an element from its class, id and role, in broad groups. */
import type { HtmlElement } from '#server/extraction/html/html-element.ts'

const GROUPS = [
  'nav navbar navheader navfooter navigation menu submenu menus topbar megamenu dropdown nav-item',
  'breadcrumb breadcrumbs crumbs crumb',
  'sidebar side aside rail leftcol rightcol secondary complementary',
  'footer foot bottom copyright legal contentinfo',
  'header head masthead top banner toolbar',
  'comment comments commentlist disqus respond',
  'share sharing social facebook twitter pinterest follow',
  'related recommended recommendations recommendation similar more popular trending also suggested upsell cross recently recent viewed',
  'ad ads advert advertisement sponsor sponsored promo promotion promotional dfp gpt',
  'cookie cookies consent gdpr privacy onetrust notice alert',
  'modal popup overlay dialog lightbox drawer offcanvas tooltip flyout popover',
  'newsletter subscribe subscription signup mailing optin cta',
  'login signin account auth register',
  'search filter filters facet facets sort refine',
  'pagination pager pages next prev previous load',
  'tag tags meta byline author date category categories posted timestamp info',
  'widget widgets module',
  'content contents main body text entry article story copy prose rte markdown wysiwyg',
  'post posts message thread topic discussion question answer reply replies',
  'product products item items price card cards grid tile',
  'description desc details detail specs specification specifications features feature summary',
  'list listing results collection catalog feed',
  'review reviews rating ratings stars testimonial testimonials',
  'cart checkout basket wishlist add buy purchase quantity shipping',
  'toc outline index',
  'skip sr only hidden visually screen reader offscreen invisible hide',
  'title heading headline name',
  'caption figure image gallery credit media slider carousel slide swiper slick',
  'faq accordion tab tabs panel collapse collapsible',
  'avatar signature sig badge rank member user profile',
  'hero intro lead section',
]

/** The number of groups; each is one bit of a mask. */
export const HINT_GROUPS = GROUPS.length

const BIT_OF = new Map(GROUPS.flatMap((words, group) => words.split(' ').map((word) => [word, 1 << group] as const)))
const masks = new Map<string, number>()

/** The groups that the names of an element belong to, as a bit mask. */
export function hintsOf({ attributes }: HtmlElement): number {
  const names = `${attributes['class'] ?? ''} ${attributes['id'] ?? ''} ${attributes['role'] ?? ''} ${attributes['itemprop'] ?? ''}`
  if (names.length === 3) return 0
  const cached = masks.get(names)
  if (cached !== undefined) return cached
  let mask = 0
  // "siteHeader", "site-header" and "site_header2" consist of the same two words.
  for (const word of names
    .slice(0, 500)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/))
    mask |= BIT_OF.get(word) ?? 0
  if (masks.size > 20_000) masks.clear()
  // Long names are not cached: a page could fill the memory with them.
  if (names.length <= 500) masks.set(names, mask)
  return mask
}
