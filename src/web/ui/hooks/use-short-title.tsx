import { createContext, type ReactNode, use, useMemo } from 'react'
import { type SiteSuffixes, siteSuffixes, titleShortener } from '#shared/crawl/short-titles.ts'

type Titled = { url: string; title: string }

const ShortTitle = createContext(titleShortener({}))

/** Titles below are shown without the name of the site, which nearly all `pages` share, or which is in `suffixes`. */
export function ShortTitles(
  props: { children: ReactNode } & ({ pages: readonly Titled[] } | { suffixes: SiteSuffixes }),
) {
  const { pages, suffixes } = { pages: NONE, suffixes: undefined, ...props }
  const shorten = useMemo(() => titleShortener(suffixes ?? siteSuffixes(pages)), [pages, suffixes])
  return <ShortTitle value={shorten}>{props.children}</ShortTitle>
}

const NONE: readonly Titled[] = []

/** Shortens the title of a page or citation where it is shown. */
export const useShortTitle = () => use(ShortTitle)
