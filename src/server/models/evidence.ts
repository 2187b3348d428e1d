/** How much speaks for the pages answering a question at all: a sum of six signs, each readable by itself. */
import { termReader } from '#server/text/terms.ts'
import { readWords } from '#server/text/words.ts'
import type { SourcePassage } from './engine.ts'
import type { RankedSentence } from './rank-sentences.ts'
import { languageOf, type Question } from './read-question.ts'

export type Evidence = {
  /** Share of the question, by weight, that stands around the best sentence. */
  near: number
  /** Whether its rarest word does, 0 to 1: what the pages do not say is mostly that. */
  rarest: number
  /** How far the best passage stands out from the others found, 0 to 1.5. */
  lead: number
  /** Share of the question's runs of letters that the passage has: forms of words that no stemmer joins. */
  letters: number
  /** Share of the question's names and numbers that the passage does not have, in any form. */
  missingNames: number
  /** How far the best sentence is ahead of the best one of another passage, 0 to 3. */
  ahead: number
}

/** Fitted on half of the articles of the twelve languages of `npm run bench answers`, told on the other half. */
const WEIGHTS: Evidence = { near: 1, rarest: 0.3, lead: 1, letters: 1, missingNames: -1, ahead: 0.2 }

/** Forms of one name begin alike. */
const LIKE_FORMS = 4
const MOST_LEAD = 1.5
const MOST_AHEAD = 3
/** What a single passage tells of others: nothing either way. */
const ALONE = { lead: 0.5, ahead: 1 }

/** About -1 to 4.5. */
export function weighEvidence(evidence: Evidence): number {
  const { near, rarest, lead, letters, missingNames, ahead } = WEIGHTS
  return (
    near * evidence.near +
    rarest * evidence.rarest +
    lead * evidence.lead +
    letters * evidence.letters +
    missingNames * evidence.missingNames +
    ahead * evidence.ahead
  )
}

/** `ranked` are all sentences that may be shown, best first; `best` is the first of them. */
export function readEvidence(
  question: Question,
  best: RankedSentence,
  ranked: readonly RankedSentence[],
  passages: readonly SourcePassage[],
): Evidence {
  const elsewhere = ranked.find(({ passage }) => passage !== best.passage)
  return {
    near: best.features.near,
    rarest: best.features.rarest,
    lead: leadOf(passages, question.total),
    letters: sharedLetters(question.text, best.passage.text),
    missingNames: missingNames(question, best.passage),
    ahead: elsewhere ? Math.min(MOST_AHEAD, best.score - elsewhere.score) : ALONE.ahead,
  }
}

/** In units of the question's weight: where the pages do not say, several passages are equally near. */
function leadOf(passages: readonly SourcePassage[], total: number): number {
  const [best, ...others] = passages
  if (!best || others.length === 0 || total === 0) return ALONE.lead
  const mean = others.reduce((sum, passage) => sum + passage.score, 0) / others.length
  return Math.min(MOST_LEAD, Math.max(0, (best.score - mean) / total))
}

function sharedLetters(question: string, text: string): number {
  const asked = runsOf(question)
  if (asked.size === 0) return 0
  const held = runsOf(text)
  return [...asked].filter((run) => held.has(run)).length / asked.size
}

const RUN = 4

function runsOf(text: string): Set<string> {
  const folded = text.toLowerCase()
  const runs = new Set<string>()
  for (let at = 0; at + RUN <= folded.length; at++) runs.add(folded.slice(at, at + RUN))
  return runs
}

function missingNames(question: Question, passage: SourcePassage): number {
  if (question.names.length === 0) return 0
  const termOf = termReader(languageOf(passage, passage.text))
  const text = [passage.pageTitle, ...passage.headingPath, passage.text].join('\n')
  const held = new Set(readWords(text).map((word) => termOf(word.text).slice(0, LIKE_FORMS)))
  return question.names.filter((name) => !held.has(name.slice(0, LIKE_FORMS))).length / question.names.length
}
