import { ActionIcon } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { type ReactNode, useMemo, useRef } from 'react'
import Markdown from 'react-markdown'
import remarkGfm from 'remark-gfm'
import type { Citation, Uncited } from '#shared/chat/chats.ts'
import { t } from '#web/messages/t.ts'
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

/** An answer as Markdown: each [1] opens its source, uncited sentences are marked. */
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
            if (citation) return <CitationMarker citation={citation} onCite={onCite} withCard />
            if (marker !== null) return <sup>{marker}</sup>
            // Only http(s): a crawled page could make the model write a javascript: link.
            if (!href || !/^https?:\/\//i.test(href)) return <span>{children}</span>
            return (
              <a href={href} target="_blank" rel="noopener noreferrer nofollow">
                {children}
              </a>
            )
          },
          pre: CodeBlock,
          // Focusable so that the keyboard can scroll wide content.
          table: ({ children }) => <table tabIndex={0}>{children}</table>,
          // Show the alt text: images would be fetched from the crawled site.
          img: ({ alt }) => <span>{alt}</span>,
        }}
      >
        {text}
      </Markdown>
    </div>
  )
}

/** A code block with a copy button. */
function CodeBlock({ children }: { children?: ReactNode }) {
  const block = useRef<HTMLPreElement>(null)
  const { copy, copied } = useClipboard()
  const label = copied ? t('common.copied') : t('assistant.copyCode')
  return (
    <div className={classes.code}>
      {/* Focusable so that the keyboard can scroll wide code. */}
      <pre ref={block} tabIndex={0}>
        {children}
      </pre>
      <ActionIcon
        className={classes.copy}
        variant="default"
        size={26}
        aria-label={label}
        title={label}
        onClick={() => copy(block.current?.textContent.trimEnd() ?? '')}
      >
        {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
      </ActionIcon>
    </div>
  )
}
