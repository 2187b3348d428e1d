import { createContext, use, useEffect, useMemo, useRef, useState } from 'react'
import type { ComponentProps } from 'react'
import Markdown, { type Components, type ExtraProps } from 'react-markdown'
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

type Shown = Pick<CitedTextProps, 'isBuiltIn' | 'onCite'> & {
  byMarker: ReadonlyMap<number, Citation>
  formulas: ReturnType<typeof findFormulas>
}
const ShownText = createContext<Shown | null>(null)

function useShownText(): Shown {
  const shown = use(ShownText)
  if (!shown) throw new Error('This component belongs inside CitedText')
  return shown
}

/**
 * An answer as Markdown: each [1] opens its source, uncited sentences are marked, code is colored, formulas are set.
 */
export function CitedText({ text, citations, uncited, isBuiltIn, onCite }: CitedTextProps) {
  const byMarker = useMemo(() => new Map(citations.map((citation) => [citation.marker, citation])), [citations])
  const formulas = useMemo(() => findFormulas(text), [text])
  return (
    <div className={classes.text}>
      <ShownText value={{ byMarker, formulas, isBuiltIn, onCite }}>
        <Markdown
          remarkPlugins={[remarkGfm, [remarkUncited, { uncited, formulas }], remarkCitations]}
          components={components}
        >
          {protectEscapedMarkers(formulasAsCode(text, formulas))}
        </Markdown>
      </ShownText>
    </div>
  )
}

function CitationOrLink({ href, children }: ComponentProps<'a'>) {
  const { byMarker, isBuiltIn, onCite } = useShownText()
  const marker = citationOf(href)
  const citation = marker === null ? undefined : byMarker.get(marker)
  // A card should not cover the cited words: those of a model come before the number.
  if (citation) return <CitationMarker citation={citation} onCite={onCite} card={isBuiltIn ? 'above' : 'below'} />
  if (marker !== null) return <sup>{marker}</sup>
  // Only http(s): a crawled page could make the model write a javascript: link.
  if (!href || !/^https?:\/\//i.test(href)) return <span>{children}</span>
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  )
}

/** What the built-in engine quotes in italics is underlined. */
function Emphasis({ children }: ComponentProps<'em'>) {
  const { isBuiltIn } = useShownText()
  return <em title={isBuiltIn ? t('assistant.alsoAnswers') : undefined}>{children}</em>
}

function CodeOrFormula({ node, children, ...props }: ComponentProps<'code'> & ExtraProps) {
  const { formulas } = useShownText()
  const formula = formulas.find(({ start }) => start === node?.position?.start.offset)
  if (formula) return <Formula tex={String(children).trim()} display={formula.display} />
  return <code {...props}>{children}</code>
}

/** Defined once: with new components, every rendering would replace the elements, and the one with the focus. */
const components: Components = {
  a: CitationOrLink,
  em: Emphasis,
  pre: CodeBlock,
  code: CodeOrFormula,
  // Focusable so that the keyboard can scroll wide content.
  table: ({ children }) => <table tabIndex={0}>{children}</table>,
  // Show the alt text: images would be fetched from the crawled site.
  img: ({ alt }) => <span>{alt}</span>,
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
