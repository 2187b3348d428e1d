/** Plants pairs of statements on pages, each pair under a name of its own. */
import type { FactPage } from '#server/conflicts/facts/extract-facts.ts'
import type { FoundConflict } from '#server/conflicts/find-conflicts.ts'
import type { Pair } from './statements.ts'

export type Planted = {
  kind: string
  isConflict: boolean
  sentences: readonly [string, string]
  /** Ids of the pages that get the sentences. */
  pages: readonly [string, string]
}

/** Repeats the pairs under other names until there are `count`. */
export function plantPairs(
  pairs: readonly Pair[],
  hosts: readonly { id: string }[],
  { count, isConflict, firstName = 0 }: { count: number; isConflict: boolean; firstName?: number },
): Planted[] {
  const variants = pairs.flatMap((pair) => pair.values.map((each) => ({ ...pair, each })))
  return Array.from({ length: count }, (_, index) => {
    const variant = variants[index % variants.length]
    if (!variant) throw new Error('No pairs')
    const name = nameAt(firstName + index)
    const fill = (text: string) =>
      text
        .replace('{a}', variant.each[0])
        .replace('{b}', variant.each[1])
        .replaceAll(/(?<!\p{L})(?:relay|depot|crane|kran)(?!\p{L})/giu, (word) =>
          word.startsWith(word.charAt(0).toUpperCase()) ? name : name.toLowerCase(),
        )
    const first = hosts[(index * 131 + (isConflict ? 7 : 53)) % hosts.length]
    const second = hosts[(index * 173 + 641) % hosts.length]
    return {
      kind: variant.kind,
      isConflict,
      sentences: [fill(variant.one), fill(variant.other)],
      pages: variant.kind === 'German' ? [`${name} eins`, `${name} zwei`] : [first?.id ?? '', second?.id ?? ''],
    }
  })
}

export function germanPage(id: string, sentence: string): FactPage {
  const content = `# Über den Dienst\n\nDiese Seite beschreibt, was der Dienst für Sie macht und wie er eingerichtet wird.\n\n${sentence}`
  return { id, url: `https://handbuch.example/${id.replace(' ', '-')}`, title: 'Handbuch', content, language: 'de' }
}

/** An invented name for each pair, so that no pair meets another one. */
function nameAt(index: number): string {
  const first = [
    'Bor',
    'Cal',
    'Dun',
    'Fer',
    'Gal',
    'Hol',
    'Jan',
    'Kel',
    'Lor',
    'Mar',
    'Nev',
    'Ost',
    'Pel',
    'Quin',
    'Rad',
    'Sol',
  ]
  const second = [
    'dak',
    'fax',
    'gop',
    'lum',
    'mek',
    'nub',
    'pik',
    'rox',
    'sab',
    'tov',
    'vun',
    'wik',
    'zam',
    'bru',
    'cho',
    'dri',
  ]
  const third = ['a', 'o']
  const at = (names: readonly string[], position: number) => names[position % names.length] ?? ''
  return at(first, index) + at(second, Math.floor(index / first.length)) + at(third, Math.floor(index / 256))
}

/** Of a pair, both sentences are its own; the sentence on the manual's own page is known by its page. */
export function isOf({ kind, sentences, pages: [stating] }: Planted, { statements }: FoundConflict): boolean {
  const isPlanted = (sentence: string) => sentences.some((each) => each !== '' && each.includes(sentence))
  if (kind !== 'real') return statements.every(({ sentence }) => isPlanted(sentence))
  return (
    statements.some(({ sentence }) => isPlanted(sentence)) &&
    statements.some(({ pageId, sentence }) => pageId === stating && !isPlanted(sentence))
  )
}
