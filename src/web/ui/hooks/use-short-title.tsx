import { createContext, type ReactNode, use, useMemo } from 'react'
import { titleShortener } from '#shared/crawl/short-titles.ts'

type Titled = { url: string; title: string }

const ShortTitle = createContext(titleShortener([]))

/** Titles below are shown without the name of the site that all `pages` share. */
export function ShortTitles({ pages, children }: { pages: readonly Titled[]; children: ReactNode }) {
  return <ShortTitle value={useMemo(() => titleShortener(pages), [pages])}>{children}</ShortTitle>
}

/** Shortens the title of a page or citation where it is shown. */
export const useShortTitle = () => use(ShortTitle)
