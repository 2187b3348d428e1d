/** What the wordings of all languages share. */
import { plainName } from '#server/platform/text/names.ts'
import type { Subject } from './heading-subjects.ts'

export type PhrasedQuestion = {
  question: string
  /** How likely a person asks like this; multiplies the subject's weight. */
  appeal: number
}

/** A subject with what its wording depends on. `context` is the text of its page without headings. */
export type SubjectInContext = Pick<Subject, 'name' | 'isTerm'> & { pageTitle: string; context: string }

/** Relative to each other, set by hand on three manuals. */
export const APPEAL = {
  asked: 1.4,
  task: 1.4,
  comparison: 1.4,
  definition: 1.2,
  noun: 0.8,
  symbol: 0.8,
  vague: 0.3,
} as const

const MAX_TITLE_WORDS = 4

export type Symbol = {
  /** As people write it: `sorted()`, `max_connections`, `--prune`. */
  name: string
  kind: 'option' | 'function' | 'class' | 'exception' | 'module' | 'other'
}

const DECLARATION =
  /^(?:class|exception|classmethod|staticmethod|async|property|function|method|module|type|struct|enum) (?=\S)/

/** The symbol that a name declares, without its arguments: `-p, --prune` gives "--prune". Null for ordinary words. */
export function symbolOf(name: string): Symbol | null {
  const declared = DECLARATION.exec(name)?.[0].trim() ?? ''
  const bare = name.slice(declared === '' ? 0 : declared.length + 1)
  if (bare.startsWith('-')) {
    const options = bare.match(/(?<=^|[\s,])--?[A-Za-z][\w-]*/g) ?? []
    const option = options.find((each) => each.startsWith('--')) ?? options[0]
    return option ? { name: option, kind: 'option' } : null
  }
  const [identifier = ''] = /^@?[A-Za-z_][\w.]*/.exec(bare) ?? []
  const rest = bare.slice(identifier.length)
  const isDeclared = declared !== '' && (rest === '' || rest.startsWith('('))
  // Not "scalar(1)", a manual page.
  const isCall = /^\((?!\d\)).*\)/.test(rest)
  const isShaped = /[a-z0-9]_[a-z0-9]|[a-z]\.[A-Za-z]{2}|[a-z][A-Z]/i.test(identifier) && /^(?:$| \()/.test(rest)
  if (identifier === '' || !(isDeclared || isCall || isSpelledLikeCode(identifier, isShaped))) return null
  const [kind = 'other'] = (['class', 'exception', 'module'] as const).filter((each) => each === declared)
  if (kind !== 'other') return { name: identifier, kind }
  return isCall ? { name: `${identifier}()`, kind: 'function' } : { name: identifier, kind }
}

function isSpelledLikeCode(identifier: string, isShaped: boolean): boolean {
  return isShaped && /_|[a-z]\.[A-Za-z]|[a-z][A-Z]/.test(identifier)
}

/** The first part of a page title if it is short enough for a question, else ''. */
export function titleName(pageTitle: string): string {
  const [name = ''] = plainName(pageTitle).split(/\s+[—–|·]\s+|\s+-\s+/)
  const command = /^([a-z][\w-]*)\(\d\)/.exec(name)?.[1]
  if (command) return command.replace('-', ' ')
  return name.split(' ').length <= MAX_TITLE_WORDS ? name : ''
}

/** How often `text` contains `words` as whole words, as written. */
export function occurs(text: string, words: string): number {
  const pattern = `(?<![\\p{L}\\p{N}_])${escapeRegExp(words).replace(/ /g, '\\s+')}(?![\\p{L}\\p{N}_])`
  return text.match(new RegExp(pattern, 'gu'))?.length ?? 0
}

export function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
