import type { ReactNode } from 'react'
import type { Citation } from '#shared/chat/chats.ts'
import { t } from '#web/messages/t.ts'
import classes from './claims.module.css'
import { Quote } from './quote.tsx'
import { splitAtWords } from './split-at-words.ts'
import { differenceText } from './state-name.ts'

type ComparedWordsProps = {
  citation: Pick<Citation, 'claim' | 'sentence' | 'differences'>
  /** Turns the verbatim sentence of the page into text to show. */
  toText?: (sentence: string) => string
}

/**
 * The words of the answer above the words of its source. Words that differ are marked on both sides and named below.
 */
export function ComparedWords({ citation, toText = (sentence) => sentence }: ComparedWordsProps) {
  const { claim, sentence, differences = [] } = citation
  const source = toText(sentence)
  return (
    <dl className={classes.compared}>
      {claim !== '' && (
        <>
          <dt>{t('claims.answer')}</dt>
          <dd>
            {marked(
              claim,
              differences.map((difference) => difference.claim),
            )}
          </dd>
        </>
      )}
      <dt>{t('claims.source')}</dt>
      <dd>
        <Quote text={source}>
          {marked(
            source,
            differences.map((difference) => difference.source),
          )}
        </Quote>
      </dd>
      {differences.map((difference, index) => (
        <dd key={index} className={classes.difference}>
          {differenceText(difference)}
        </dd>
      ))}
    </dl>
  )
}

function marked(text: string, words: string[]): ReactNode[] {
  return splitAtWords(text, words).map(({ text: piece, isWord }, index) =>
    isWord ? <mark key={index}>{piece}</mark> : piece,
  )
}
