import { useEffect, useEffectEvent, useMemo } from 'react'
import Markdown from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { literalMarkdown } from '#shared/chat/literal-markdown.ts'
import { rehypeMarkSentence } from './mark-sentence.ts'
import { remarkNames } from './remark-names.ts'

type MarkedTextProps = {
  markdown: string
  sentence: string | null
  /** Marked less strongly. */
  others: readonly string[]
  /** Called after the Markdown is rendered. */
  onRendered: () => void
}

/** Stored Markdown with `sentence` and `others` marked. */
export function MarkedText({ markdown, sentence, others, onRendered }: MarkedTextProps) {
  const rendered = useEffectEvent(onRendered)
  useEffect(() => rendered(), [markdown, sentence])
  return useMemo(
    () => (
      <Markdown
        remarkPlugins={[remarkGfm, remarkNames]}
        rehypePlugins={sentence ? [[rehypeMarkSentence, { sentence, others }]] : []}
        components={{
          a: ({ href, children }) => (
            <a href={href} target="_blank" rel="noreferrer">
              {children}
            </a>
          ),
          // Show the alt text: images would be fetched from the crawled site.
          img: ({ alt }) => <span>{alt}</span>,
          // Focusable so that the keyboard can scroll wide content.
          table: ({ children }) => <table tabIndex={0}>{children}</table>,
          pre: ({ children }) => <pre tabIndex={0}>{children}</pre>,
          // The viewer's heading is an h2.
          h1: ({ children }) => <h3>{children}</h3>,
          h2: ({ children }) => <h3>{children}</h3>,
          h3: ({ children }) => <h4>{children}</h4>,
        }}
      >
        {literalMarkdown(markdown)}
      </Markdown>
    ),
    [markdown, sentence, others],
  )
}
