/** What every way of getting a page has in common: an address and its rules in, the page's bytes or the reason out. */
import type { FetchedPage } from './fetch-page.ts'
import type { RedirectVerdict } from './follow-redirects.ts'
import type { NotRead, ReadOptions } from './reader.ts'

export type PageRequest = Omit<ReadOptions, 'allowRedirect' | 'reader'> & {
  /** The address that the reading began at. */
  start: string
  /** Asked before an address other than the first is read: the crawl's rule, the egress rule and robots.txt in one. */
  allowRedirect: (url: string) => Promise<RedirectVerdict>
}

export type SourcedPage = FetchedPage & {
  /** The address that the page's scripts have given it, when that is another one: its links are relative to it. */
  linkBase?: string
}

/** Never throws for what a site does; the address it is given has been judged already. */
export type PageSource = (url: string, request: PageRequest) => Promise<SourcedPage | NotRead>
