import { useMemo, useEffect, useRef, useState } from 'react'
import Markdown from 'react-markdown'
import remarkGfm from 'remark-gfm'
import type { Citation, Uncited } from '#shared/chat/chats.ts'
import { CitationMarker } from '#web/features/conversation/citation-marker.tsx'
import { t } from '#web/messages/t.ts'
import { CodeBlock } from './code-block.tsx'
import { findFormulas, formulasAsCode } from './find-formulas.ts'
import { citationOf, protectEscapedMarkers, remarkCitations } from './remark-citations.ts'
import { remarkUncited } from './remark-uncited.ts'
import classes from './cited-text.module.css'

type CitedTextProps = {
  text: string
  citations: Citation[]
  uncited: Uncited[]
  /** Written by the built-in engine, which marks the sentences that it quotes. */
  isBuiltIn: boolean
  onCite: (citation: Citation) => void
}

/** An answer as Markdown: each [1] opens its source, uncited sentences are marked, code is colored, formulas are set. */
export function CitedText({ text, citations, uncited, isBuiltIn, onCite }: CitedTextProps) {
  const byMarker = useMemo(() => new Map(citations.map((citation) => [citation.marker, citation])), [citations])
  const formulas = useMemo(() => findFormulas(text), [text])
  // A card should not cover the cited words: those of a model come before the number.
  const cardSide = isBuiltIn ? 'above' : 'below'
  return (
    <div className={classes.text}>
      <Markdown
        remarkPlugins={[remarkGfm, [remarkUncited, { uncited, formulas }], remarkCitations]}
        components={{
          a({ href, children }) {
            const marker = citationOf(href)
            const citation = marker === null ? undefined : byMarker.get(marker)
            if (citation) return <CitationMarker citation={citation} onCite={onCite} card={cardSide} />
            if (marker !== null) return <sup>{marker}</sup>
            // Only http(s): a crawled page could make the model write a javascript: link.
            if (!href || !/^https?:\/\//i.test(href)) return <span>{children}</span>
            return (
              <a href={href} target="_blank" rel="noopener noreferrer nofollow">
                {children}
              </a>
            )
          },
          // What the built-in engine quotes in italics is underlined.
          em: ({ children }) => <em title={isBuiltIn ? t('assistant.alsoAnswers') : undefined}>{children}</em>,
          pre: CodeBlock,
          code({ node, children, ...props }) {
            const formula = formulas.find(({ start }) => start === node?.position?.start.offset)
            if (formula) return <Formula tex={String(children).trim()} display={formula.display} />
            return <code {...props}>{children}</code>
          },
          // Focusable so that the keyboard can scroll wide content.
          table: ({ children }) => <table tabIndex={0}>{children}</table>,
          // Show the alt text: images would be fetched from the crawled site.
          img: ({ alt }) => <span>{alt}</span>,
        }}
      >
        {protectEscapedMarkers(formulasAsCode(text, formulas))}
      </Markdown>
    </div>
  )
}

type FormulaProps = { tex: string; display: boolean }

/** A formula as MathML; its TeX source until the library has loaded, and when it cannot be read. */
function Formula({ tex, display }: FormulaProps) {
  const host = useRef<HTMLSpanElement>(null)
  const [failed, setFailed] = useState('')
  useEffect(() => {
    let isCurrent = true
    void import('./render-formula.ts')
      .then(({ renderFormula }) => {
        if (isCurrent && host.current) renderFormula(tex, host.current, display)
      })
      .catch(() => isCurrent && setFailed(tex))
    return () => {
      isCurrent = false
    }
  }, [tex, display])
  if (failed === tex) return <code>{tex}</code>
  return (
    // A new element for each formula, because React does not know what is rendered into it.
    <span key={tex} ref={host} className={display ? classes.display : undefined}>
      {tex}
    </span>
  )
}
