/** The honest answer when the pages do not say: no sources, the nearest passages named as plain text. */
import type { SourcePassage } from './engine.ts'

export const REFUSAL = 'The selected pages do not say this.'
const NEAREST_SHOWN = 3

export function refusalText(passages: readonly SourcePassage[]): string {
  return REFUSAL + nearestText(passages)
}

/** What follows a refusal: the places that come nearest; '' when there are none. */
export function nearestText(passages: readonly SourcePassage[]): string {
  const places = [...new Set(passages.map(placeOf))].filter((place) => place !== '').slice(0, NEAREST_SHOWN)
  if (places.length === 0) return ''
  return ` The nearest they come to it:\n\n${places.map((place) => `- ${place}`).join('\n')}`
}

/** True for an answer that says the pages do not say it, whichever engine wrote it. */
export function isRefusal(answer: string): boolean {
  return answer.trimStart().startsWith(REFUSAL)
}

/** Page and section, with the signs that Markdown or a citation marker would be read from taken out. */
function placeOf({ pageTitle, headingPath }: SourcePassage): string {
  const section = headingPath.at(-1) ?? ''
  const place = section && section !== pageTitle ? `${pageTitle}, ${section}` : pageTitle
  return place.replace(/[[\]*_`<>#|\\]/g, ' ').replace(/\s+/g, ' ').trim()
}
