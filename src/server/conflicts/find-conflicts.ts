/** Finds facts on different pages that have the same subject and property, and different values. */
import type { ConflictProperty } from '#shared/chat/conflicts.ts'
import { extractFacts, type Fact, type FactPage } from './facts/extract-facts.ts'

export type FoundStatement = { pageId: string; sentence: string; value: string }
export type FoundConflict = { property: ConflictProperty; statements: [FoundStatement, FoundStatement] }

/** A key with more values than this is a word that means something else on each page. */
const MAX_VALUES = 3

type Stated = { fact: Fact; pageId: string }

/** Takes pages one by one and keeps only their facts. Deterministic. */
export function createConflictFinder() {
  const byKey = new Map<string, Stated[]>()
  return {
    add(page: FactPage) {
      const scope = scopeOf(page.url)
      for (const fact of extractFacts(page)) {
        for (const key of fact.keys) {
          const group = [scope, key, fact.kind, fact.dimension].join('|')
          const stated = byKey.get(group)
          if (stated) stated.push({ fact, pageId: page.id })
          else byKey.set(group, [{ fact, pageId: page.id }])
        }
      }
    },
    /** The statement of more pages comes first, then the one of the page that was added first. */
    conflicts(): FoundConflict[] {
      const found = new Map<string, FoundConflict>()
      for (const conflict of [...byKey.values()].flatMap(compare)) {
        const pair = conflict.statements.map(({ pageId, sentence }) => `${pageId} ${sentence}`).toSorted()
        const id = pair.join('\n')
        if (!found.has(id)) found.set(id, conflict)
      }
      return [...found.values()]
    },
  }
}

function compare(stated: readonly Stated[]): FoundConflict[] {
  const byValue = Map.groupBy(stated, ({ fact }) => fact.valueKey)
  if (byValue.size < 2 || byValue.size > MAX_VALUES || isAmbiguous(stated)) return []
  const [usual, ...others] = [...byValue.values()].toSorted((one, other) => pagesOf(other) - pagesOf(one))
  const first = usual?.[0]
  if (!first) return []
  return others.flatMap(([other]) => {
    if (!other || isFinerVersion(first.fact, other.fact)) return []
    return [{ property: first.fact.property, statements: [statementOf(first), statementOf(other)] }]
  })
}

/** A page that states two values means two things by these words. */
function isAmbiguous(stated: readonly Stated[]): boolean {
  const valueOfPage = new Map<string, string>()
  return stated.some(({ fact, pageId }) => {
    const value = valueOfPage.get(pageId) ?? fact.valueKey
    valueOfPage.set(pageId, value)
    return value !== fact.valueKey
  })
}

const pagesOf = (stated: readonly Stated[]) => new Set(stated.map(({ pageId }) => pageId)).size

/** "Since 3.8" and "since 3.8.2" do not contradict each other. */
function isFinerVersion(one: Fact, other: Fact): boolean {
  if (one.kind !== 'version') return false
  return one.valueKey.startsWith(`${other.valueKey}.`) || other.valueKey.startsWith(`${one.valueKey}.`)
}

const statementOf = ({ fact: { sentence, value }, pageId }: Stated): FoundStatement => ({ pageId, sentence, value })

const SCOPE = /^v?\d+(?:\.(?:\d+|x))*$|^(?:legacy|archive|old|next|dev|beta|stable|latest|current)$/i

/** The product version that a path names: pages of different versions are not compared. */
function scopeOf(url: string): string {
  const segments = url
    .replace(/^[a-z]+:\/\/[^/]*/i, '')
    .split('/')
    .slice(1, -1)
  return segments.filter((segment) => SCOPE.test(segment)).join('/')
}
