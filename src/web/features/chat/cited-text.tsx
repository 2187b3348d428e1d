import { useMemo } from 'react'
import Markdown from 'react-markdown'
import remarkGfm from 'remark-gfm'
import type { Citation, Uncited } from '#shared/chats.ts'
import { CitationMarker } from './citation-marker.tsx'
import { citationOf, remarkCitations } from './remark-citations.ts'
import { remarkUncited } from './remark-uncited.ts'
import classes from './cited-text.module.css'

type CitedTextProps = {
  text: string
  citations: Citation[]
  uncited: Uncited[]
  onCite: (citation: Citation) => void
}

/** An answer as Markdown, each [1] in it a way to the page it stands on; what stands on none is marked. */
export function CitedText({ text, citations, uncited, onCite }: CitedTextProps) {
  const byMarker = useMemo(() => new Map(citations.map((citation) => [citation.marker, citation])), [citations])
  return (
    <div className={classes.text}>
      <Markdown
        remarkPlugins={[remarkGfm, [remarkUncited, { uncited }], remarkCitations]}
        components={{
          a({ href, children }) {
            const marker = citationOf(href)
            const citation = marker === null ? undefined : byMarker.get(marker)
            if (citation) return <CitationMarker citation={citation} onCite={onCite} />
            if (marker !== null) return <sup>{marker}</sup>
            // Only an address of the web: a page could have talked the model into another kind.
            if (!href || !/^https?:\/\//i.test(href)) return <span>{children}</span>
            return (
              <a href={href} target="_blank" rel="noopener noreferrer nofollow">
                {children}
              </a>
            )
          },
          // A long line of code scrolls by itself, also by keyboard.
          pre: ({ children }) => <pre tabIndex={0}>{children}</pre>,
          // Pictures would be fetched from the crawled site; their words are enough.
          img: ({ alt }) => <span>{alt}</span>,
        }}
      >
        {text}
      </Markdown>
    </div>
  )
}
