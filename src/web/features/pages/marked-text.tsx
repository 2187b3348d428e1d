import { useEffect, useEffectEvent, useMemo } from 'react'
import Markdown from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { rehypeMarkSentence } from './mark-sentence.ts'

type MarkedTextProps = {
  markdown: string
  sentence: string | null
  /** The page stands in the document. */
  onShown: () => void
}

/** Stored Markdown as a page to read, with `sentence` marked in it. */
export function MarkedText({ markdown, sentence, onShown }: MarkedTextProps) {
  const shown = useEffectEvent(onShown)
  useEffect(() => shown(), [markdown, sentence])
  return useMemo(
    () => (
    <Markdown
      remarkPlugins={[remarkGfm]}
      rehypePlugins={sentence ? [[rehypeMarkSentence, { sentence }]] : []}
      components={{
        a: ({ href, children }) => (
          <a href={href} target="_blank" rel="noreferrer">
            {children}
          </a>
        ),
        // Pictures would be fetched from the crawled site; their words are enough.
        img: ({ alt }) => <span>{alt}</span>,
        // What is wider than the pane scrolls by itself, also by keyboard.
        table: ({ children }) => <table tabIndex={0}>{children}</table>,
        pre: ({ children }) => <pre tabIndex={0}>{children}</pre>,
        // The reader's own heading is the second level.
        h1: ({ children }) => <h3>{children}</h3>,
        h2: ({ children }) => <h3>{children}</h3>,
        h3: ({ children }) => <h4>{children}</h4>,
      }}
    >
      {markdown}
    </Markdown>
    ),
    [markdown, sentence],
  )
}
