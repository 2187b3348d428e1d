import type { Citation } from '#shared/chat/chats.ts'
import { comparableText } from '#shared/chat/literal-markdown.ts'
import { ClaimCounts } from '#web/features/claims/claim-counts.tsx'
import { ComparedWords } from '#web/features/claims/compared-words.tsx'
import { GoneNote } from '#web/features/claims/gone-note.tsx'
import { Quote } from '#web/features/claims/quote.tsx'
import { StateLabel } from '#web/features/claims/state-label.tsx'
import { useShortTitle } from '#web/ui/hooks/use-short-title.tsx'
import { CitationMarker } from './citation-marker.tsx'
import { plainSentence } from '#shared/chat/plain-text.ts'
import classes from './citation-list.module.css'

type CitationListProps = {
  /** The Markdown of the answer: a quote that it contains is not repeated. */
  answer: string
  /**
   * The built-in engine shows the page and the words of each citation in the answer, so that only others are listed.
   */
  isBuiltIn: boolean
  citations: Citation[]
  /** Number of statements without a citation. */
  uncited: number
  onCite: (citation: Citation) => void
}

/** How many claims of an answer are in each state, and the words of their sources. */
export function CitationList({ answer, isBuiltIn, citations, uncited, onCite }: CitationListProps) {
  const shortTitle = useShortTitle()
  const found = citations.filter(({ state }) => state !== 'not-found')
  const listed = isBuiltIn ? found.filter((citation) => !isWholeInAnswer(citation, answer)) : found
  return (
    <div className={classes.citations}>
      <ClaimCounts citations={citations} uncited={uncited} />
      {listed.length > 0 && (
        <ol className={classes.list}>
          {groupBySource(listed, answer).map(([citation, ...others]) => (
            <li key={citation.marker} className={classes.citation}>
              <span className={classes.markers}>
                {[citation, ...others].map((each) => (
                  <CitationMarker key={each.marker} citation={each} onCite={onCite} />
                ))}
              </span>
              <div className={classes.text} onClick={() => onCite(citation)}>
                <span className={classes.page}>
                  {shortTitle(citation)} · <StateLabel state={citation.state} />
                </span>
                {citation.state !== 'quoted' && <ComparedWords citation={citation} toText={plainSentence} />}
                {citation.state === 'quoted' && !isShown(answer, citation.sentence) && (
                  <Quote text={plainSentence(citation.sentence)} className={classes.sentence} />
                )}
                {citation.gone && <GoneNote citation={citation} />}
              </div>
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}

type Group = [Citation, ...Citation[]]

/** Citations that would have the same line, of which only the page and the state are shown, share it. */
function groupBySource(citations: readonly Citation[], answer: string): Group[] {
  const groups: Group[] = []
  for (const citation of citations) {
    const same = groups.find(([first]) => first.url === citation.url && isWholeInAnswer(first, answer))
    if (same && isWholeInAnswer(citation, answer)) same.push(citation)
    else groups.push([citation])
  }
  return groups
}

/** True for a quotation that the answer repeats and about which there is nothing else to say. */
const isWholeInAnswer = ({ state, gone, sentence }: Citation, answer: string) =>
  state === 'quoted' && !gone && isShown(answer, sentence)

function isShown(answer: string, sentence: string): boolean {
  return comparableText(answer).includes(comparableText(sentence))
}
