/** Reads a chat message: what the person wants, and the question without greetings, thanks and the story around it. */
import { detectLanguage } from '#server/platform/text/detect-language.ts'
import { foldedWords } from '#server/platform/text/folded-words.ts'
import { generalIntent, type Intent, isCourtesy, smallTalkIntent, stripGreeting } from './message-intent.ts'
import {
  ASKS_AT_END,
  BY_DEFAULT,
  CONTRACTED_IS,
  DESPITE_THAT,
  END_BEFORE_LOWER_CASE,
  ERROR_MESSAGE,
  FILLER,
  FRAGMENT,
  INTRODUCTIONS,
  LIKE_ELSEWHERE,
  NAMES_NOTHING,
  POLITE_PREFIXES,
  POLITE_SUFFIX,
  STARTS_LIKE_QUESTION,
  WHICH_OF_THEM,
} from './message-patterns.ts'
import { toDirectQuestion, toPlainForm } from './question-forms/question-forms.ts'
import { isAnaphora, refersBack } from './refers-back.ts'
import { splitSentences } from '#server/platform/text/split-sentences.ts'
import { isStopWord } from '#server/platform/text/stop-words.ts'

export type Message = {
  intent: Intent
  /** The question alone; for other intents the whole message. */
  question: string
  /** What the message says right before its question: "My train was late." '' for nothing. */
  context: string
}

export function readMessage(message: string): Message {
  const text = message
    .trim()
    .replace(/[^\S\n]+/g, ' ')
    .replace(CONTRACTED_IS, '$1 is')
  if (text === '') return { intent: 'question', question: text, context: '' }
  const smallTalk = smallTalkIntent(text)
  if (smallTalk) return { intent: smallTalk, question: text, context: '' }
  const { question, context } = coreQuestion(stripGreeting(text).replace(FILLER, ''))
  const general = generalIntent(question)
  if (general) return { intent: general, question: text, context: '' }
  return { intent: 'question', question: toPlainForm(question.replace(BY_DEFAULT, 'by default')), context }
}

/**
 * The sentences that ask, without the polite phrases around them; all sentences if none asks. A question that needs the
 * sentence before it has it at its end: "I lost a commit. How do I get it back?" asks about the commit.
 */
function coreQuestion(text: string): { question: string; context: string } {
  const sentences = sentencesOf(text).filter((sentence) => !isCourtesy(sentence))
  const hasQuestionMark = sentences.some(endsWithQuestionMark)
  const asking = sentences.filter((sentence) => asks(sentence, { hasQuestionMark }))
  const kept = asking.length > 0 ? asking : sentences
  const question = kept
    .map((sentence) => stripFrame(sentence))
    .join(' ')
    .trim()
  const [firstAsking] = asking
  const before = firstAsking === undefined ? undefined : sentences[sentences.indexOf(firstAsking) - 1]
  const needsBefore = before !== undefined && (isIncomplete(question) || isAboutError(question, before))
  if (needsBefore) return { question: `${question} ${stripFrame(before)}`.trim(), context: '' }
  const { asked, likeElsewhere } = splitComparison(question)
  const context = [likeElsewhere, introductionOf(firstAsking ?? ''), firstAsking === undefined ? '' : (before ?? '')]
  return { question: asked === '' ? text : asked, context: context.join(' ').trim() }
}

/** "How do I join rows" and ", like GROUP_CONCAT in MySQL". */
function splitComparison(question: string): { asked: string; likeElsewhere: string } {
  const { 0: likeElsewhere = '', index = 0 } = LIKE_ELSEWHERE.exec(question) ?? {}
  if (index < MIN_ASKED_LENGTH) return { asked: question, likeElsewhere: '' }
  return { asked: question.slice(0, index) + question.slice(index + likeElsewhere.length), likeElsewhere }
}

/** The clause before the question of a sentence: "My train was late, do I get …". '' for polite phrases and short clauses. */
function introductionOf(sentence: string): string {
  const question = stripFrame(sentence)
  const before = sentence.includes(question) ? sentence.slice(0, sentence.indexOf(question)) : ''
  const introduction = POLITE_PREFIXES.reduce((rest, pattern) => rest.replace(pattern, ''), before)
  return introduction.trim().split(' ').length >= MIN_INTRODUCTION_WORDS ? introduction.trim() : ''
}

/** Sentences of prose: a message has no Markdown, and a line break ends a sentence. */
function sentencesOf(text: string): string[] {
  const sentences: string[] = []
  for (const line of text.split(/\n+/)) {
    for (const { start, end } of splitSentences(line))
      sentences.push(...line.slice(start, end).split(END_BEFORE_LOWER_CASE))
  }
  return sentences.filter((sentence) => sentence.trim() !== '')
}

/**
 * True if the sentence is a question. If a sentence of the message has a question mark, others must start like a question:
 * in "We come from a system, where our tables are big. Is that a problem?" the first sentence asks nothing.
 */
function asks(sentence: string, { hasQuestionMark }: { hasQuestionMark: boolean }): boolean {
  if (endsWithQuestionMark(sentence)) return true
  const bare = stripFrame(sentence, { keepIntroduction: hasQuestionMark })
  if (STARTS_LIKE_QUESTION.test(bare) || FRAGMENT.test(bare)) return true
  return !hasQuestionMark && ASKS_AT_END.test(sentence)
}

function endsWithQuestionMark(sentence: string): boolean {
  return /[?？؟]["”’)]*$/.test(sentence.trim())
}

/** True if the question needs the sentence before it: "How do I fix it?", "What now?" */
function isIncomplete(question: string): boolean {
  if (foldedWords(question).length <= MAX_DEPENDENT_WORDS) return true
  const words = contentWords(question).filter((word) => !isAnaphora(word, question))
  if (words.every((word) => NAMES_NOTHING.has(word))) return true
  return words.length <= MAX_DEPENDENT_CONTENT_WORDS && (refersBack(question) || DESPITE_THAT.test(question))
}

/** "could not create semaphores: No space left on device. Is my disk full?" is about the message. */
function isAboutError(question: string, before: string): boolean {
  return ERROR_MESSAGE.test(before) && contentWords(question).length <= MAX_WORDS_ABOUT_ERROR
}

/**
 * The question in a sentence: without greetings and polite phrases, and without the clause that introduces it ("we moved
 * to a new server, so"). The sentence itself if nothing else is left.
 */
function stripFrame(sentence: string, { keepIntroduction = false } = {}): string {
  let text = sentence.trim()
  let previous: string
  do {
    previous = text
    text = stripGreeting(text).replace(POLITE_SUFFIX, '').trim()
    // Read with its prefixes: "Could you tell me …" has no introduction, whatever follows.
    const mayHaveIntroduction = !keepIntroduction && !STARTS_LIKE_QUESTION.test(text)
    text = POLITE_PREFIXES.reduce(stripStart, text)
    if (mayHaveIntroduction) text = INTRODUCTIONS.reduce(stripIntroduction, text)
  } while (text !== previous)
  return text === '' ? sentence.trim() : toDirectQuestion(text)
}

/** Keeps a start without which the rest would not be a whole question. */
function stripStart(text: string, pattern: RegExp): string {
  const rest = text.replace(pattern, '')
  if (rest === text) return text
  const isWholeQuestion = contentWords(rest).length > 0 && !isIncomplete(rest)
  return isWholeQuestion ? rest.trim() : text
}

/** Keeps an introduction that names what the question refers to: "I have a CSV file, how do I load it into a table?" */
function stripIntroduction(text: string, pattern: RegExp): string {
  const rest = stripStart(text, pattern)
  if (rest === text) return text
  const needsIntroduction = refersBack(rest) || WHICH_OF_THEM.test(rest) || DESPITE_THAT.test(rest)
  return needsIntroduction ? text : rest
}

function contentWords(text: string): string[] {
  const language = detectLanguage(text)
  return foldedWords(text).filter((word) => !isStopWord(word, language) && !isStopWord(word, 'en'))
}

/** A question that refers back needs the sentence before it, unless it has more content words than this. */
const MAX_DEPENDENT_CONTENT_WORDS = 2
/** Fewer, such as "Quick one,", say nothing about the question. */
const MIN_INTRODUCTION_WORDS = 4
/** Characters before a comparison. */
const MIN_ASKED_LENGTH = 10
/** A question with so few words of any kind asks nothing alone: "What now?" */
const MAX_DEPENDENT_WORDS = 2
/** A question after an error message that has more content words names what it is about itself. */
const MAX_WORDS_ABOUT_ERROR = 3
