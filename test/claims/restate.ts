/**
 * Makes true claims from true sentences, in English and German: other typography, light paraphrases, answered
 * questions.
 */
import { haveCommonWord, namesIn } from './falsify.ts'

type Language = 'en' | 'de'

/** Differences that are no differences: quotation marks, dashes, spaces, line breaks, Markdown, soft hyphens. */
export function changeTypography(sentence: string): string[] {
  const middle = sentence.indexOf(' ', sentence.length / 2)
  const longWord = /\p{Ll}{8,}/u.exec(sentence)
  const variants = [
    sentence.replace(/['’]/g, (mark) => (mark === "'" ? '’' : "'")),
    sentence.replace(/"([^"]+)"/g, '“$1”'),
    sentence.replace(/[“”„]/g, '"'),
    sentence.replace(/[–—]/g, '-'),
    sentence.replace(/(?<=\p{L})-(?=\p{L})/gu, '\u2011'),
    sentence.replace(/ - /g, ' — '),
    sentence.replace(/ (?=\d)/g, '\u00a0'),
    sentence.replaceAll(' ', '  '),
    sentence.replace(/…/g, '...').replace(/\.{3}/g, '…'),
    sentence.replace(/[.]$/, ''),
    sentence.normalize('NFD'),
    `**${sentence.slice(0, middle)}**${sentence.slice(middle)}`,
    `- ${sentence}`,
    ...(middle < 0 ? [] : [`${sentence.slice(0, middle)}\n${sentence.slice(middle + 1)}`]),
    ...(longWord ? [sentence.slice(0, longWord.index + 4) + '\u00ad' + sentence.slice(longWord.index + 4)] : []),
    sentence.slice(0, 1).toLowerCase() + sentence.slice(1),
  ]
  return [...new Set(variants)].filter((variant) => variant !== sentence)
}

/** The middle of the sentence, a sixth of its words, replaced by an ellipsis. */
export function putEllipsis(sentence: string): string[] {
  const words = sentence.split(' ')
  const [from, to] = [Math.floor(words.length / 2), Math.ceil((words.length * 2) / 3)]
  return from < 4 ? [] : [[...words.slice(0, from), '…', ...words.slice(to)].join(' ')]
}

const DIGITS: Record<Language, string[]> = {
  en: ['', '', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'],
  de: ['', '', 'zwei', 'drei', 'vier', 'fünf', 'sechs', 'sieben', 'acht', 'neun', 'zehn', 'elf', 'zwölf'],
}

/** "3" for "three" and the other way round. */
export function changeNumberForm(sentence: string, language: Language): string[] {
  return DIGITS[language].flatMap((word, value) => {
    if (word === '') return []
    const asWord = sentence.replace(new RegExp(`(?<![\\p{L}\\d.,:–-])${value}(?![\\p{L}\\d:–½]|[.,]\\d|-)`, 'u'), word)
    const asDigits = sentence.replace(new RegExp(`(?<![\\p{L}-])${word}(?![\\p{L}])`, 'u'), String(value))
    return [asWord, asDigits].filter((claim) => claim !== sentence)
  })
}

const SYNONYMS: Record<Language, [string, string][]> = {
  en: [
    ['began', 'started'],
    ['built', 'constructed'],
    ['large', 'big'],
    ['often', 'frequently'],
    ['located', 'situated'],
    ['although', 'though'],
    ['among', 'amongst'],
    ['many', 'numerous'],
    ['usually', 'typically'],
    ['because', 'since'],
    ['however', 'nevertheless'],
    ['used', 'utilized'],
    ['required', 'needed'],
    ['main', 'principal'],
    ['around', 'about'],
    ['showed', 'displayed'],
  ],
  de: [
    ['oft', 'häufig'],
    ['verwendet', 'benutzt'],
    ['etwa', 'ungefähr'],
    ['gebaut', 'errichtet'],
    ['jedoch', 'allerdings'],
    ['obwohl', 'obgleich'],
  ],
}
const PHRASE: Record<Language, RegExp> = {
  en: /^(?<phrase>(?:In|On|At|During|After|Since|By|From|With|For) [^,]+), (?<rest>.+?)(?<stop>\.?)$/u,
  de: /^(?<phrase>(?:In|Im|Am|Während|Nach|Seit|Bei|Mit|Für|Zu) (?:[^,\s]+ ){0,5}?[^,\s]+) (?<verb>ist|war|wurde|wurden|hat|hatte|waren|sind|wird|werden|begann|gab|kam) (?<subject>(?:der|die|das|ein|eine) \p{Lu}\p{L}+|\p{Lu}\p{L}+|er|sie|es) (?<rest>[^,]+?)(?<stop>\.?)$/u,
}

/** The kind of change and the claim. Each keeps the page's words, apart from listed synonyms, and stays true. */
export function paraphrase(sentence: string, language: Language): { kind: string; claim: string }[] {
  const claims: { kind: string; claim: string }[] = []
  const add = (kind: string, claim: string) => {
    if (claim !== sentence && claim.split(' ').length >= 4) claims.push({ kind, claim })
  }
  const { phrase, verb, subject, rest, stop = '' } = PHRASE[language].exec(sentence)?.groups ?? {}
  const lower = (text: string) => text.slice(0, 1).toLowerCase() + text.slice(1)
  const upper = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)
  if (phrase !== undefined && rest !== undefined) {
    const start = subject === undefined ? '' : `${subject} ${verb} `
    if (language === 'de') add('clause moved', `${upper(start)}${lower(phrase)} ${rest}${stop}`)
    else {
      add('clause moved', `${upper(rest)} ${lower(phrase)}${stop}`)
      add('adjunct dropped', `${upper(rest)}${stop}`)
    }
  }
  add('parenthesis dropped', sentence.replace(/ \([^()]+\)/, ''))
  add('relative clause dropped', sentence.replace(/, (?:which|who) [^,]+(?:,|(?=\.$))/, ''))
  if (/^[^,]+, (?:and|but|while|und|aber|während|wobei) /.test(sentence))
    add('last clause dropped', `${sentence.split(', ')[0]}.`)
  for (const [word, other] of SYNONYMS[language]) {
    add('synonym', sentence.replace(new RegExp(`(?<!\\p{L})${word}(?!\\p{L})`, 'u'), other))
  }
  const page = language === 'en' ? 'According to the page, ' : 'Laut der Seite '
  if (language === 'en') add('attributed to the page', page + sentence)
  const [name] =
    /^(?:The )?\p{Lu}[\p{L}'-]*(?: \p{Lu}[\p{L}'-]*)* (?=(?:is|was|has|had|were|are|ist|war|hat|hatte|wurde) )/u.exec(
      sentence,
    ) ?? []
  if (name !== undefined && !/^(?:It|He|She|They|There|This|Er|Sie|Es)\b/.test(name)) {
    const pronoun = language === 'en' ? (name.endsWith('s ') ? 'They ' : 'It ') : 'Es '
    add('pronoun for the subject', pronoun + sentence.slice(name.length))
  }
  return claims
}

const SUBJECT_QUESTION: Record<Language, RegExp> = {
  en: /^(?:Who|What|Which|What \p{L}+|Which \p{L}+(?: \p{L}+)?|How many \p{L}+) (?<rest>(?!(?:is|are|was|were|did|does|do|would|could|can|has|had|will|the|a|an|of)\b)(?:\p{Ll}+(?:ed|s|e)|won|led|beat|made|held|had|took|gave|sang|wrote|built|ran|began|became) .+?)\s*\?*$/u,
  de: /^(?:Wer|Welcher \p{L}+|Welche \p{L}+|Welches \p{L}+|Wie viele \p{L}+) (?<rest>(?!(?:ist|sind|war|waren)\b)\p{Ll}+ .+?)\s*\?*$/u,
}

/** A question about the subject, with the answer put in its place; null for other questions. */
export function answerToStatement(question: string, answer: string, language: Language): string | null {
  const rest = SUBJECT_QUESTION[language].exec(question)?.groups?.['rest']
  if (rest === undefined || haveCommonWord(rest, answer)) return null
  return `${answer.replace(/[.,]$/, '')} ${rest}.`
}

/** True if the answers are of one kind: both names, both numbers or neither. */
export function isSameKind(a: string, b: string): boolean {
  const kind = (text: string) => (/\d/.test(text) ? 'number' : namesIn(`: ${text}`).length > 0 ? 'name' : 'other')
  return kind(a) === kind(b)
}
