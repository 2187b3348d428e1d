import { isStopWord } from '#server/platform/text/stop-words.ts'
import { fold } from '#server/platform/text/stemmer.ts'
import { splitWords } from '#server/platform/text/split-words.ts'

/** Words about the answer itself and about the conversation. */
const ABOUT_ANSWER = new Set(
  `answer answers below breakdown brief briefly certainly conclusion course details example examples excerpts explanation
   feel find following follow followed follows free hello help helps hope i'm important information know let list listed
   main me more need note ok okay overview page pages passages point points provided question questions quick short see selected
   sentence site sorry source sources step steps sum summarise summarize summary sure table thank thanks website yes words
   antwort auflistung auszüge beispiel beispiele danke details einzelnen fazit folgende folgenden folgendes folgt frage
   fragen gefunden gern gerne genannt hallo hilft hoffe hinweis informationen kurz kurze kurzer kurzum liste nachfolgend nein
   punkte quelle quellen schritte schritt seite seiten selbstverständlich sicher stichpunkte tabelle tut überblick übersicht
   website wichtigsten zusammenfassend zusammenfassung zusammengefasst`.split(/\s+/),
)
/** A statement that the pages are silent cannot be cited. */
const ABSENT =
  /^(?:the|these|your|die|diese|ihre)\s+(?:\p{L}+\s+){0,2}(?:pages?|sources?|excerpts?|passages?|seiten?|quellen?|auszüge)\s[^,;\d]*\b(?:not|n['’]t|no|nothing|nicht|nichts|keine?n?)\b[^,;\d]*$/iu

/** False for connecting words such as "Here is an overview." and "In short", which need no citation. */
export function statesFact(text: string, language: string): boolean {
  if (ABSENT.test(text.trim())) return false
  const words = splitWords(text).filter(({ kind }) => kind === 'word')
  if (words.some((word) => /\p{N}/u.test(word.text))) return true
  const content = words.filter((word) => {
    const folded = fold(word.text, language)
    return !isStopWord(folded, language) && !ABOUT_ANSWER.has(folded)
  })
  return content.length > 0
}
