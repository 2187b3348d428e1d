/**
 * The turns of a conversation in the tab's sessionStorage: they survive a reload and the way to the site's next page.
 * The site can write there too, so nothing that is read is trusted.
 */
import type { Citation } from '#shared/chat/chats.ts'
import { textsIn } from './texts.ts'

export type Source = Pick<Citation, 'marker' | 'url' | 'title' | 'sentence' | 'state'>

export type Turn = {
  question: string
  text: string
  kind: string
  sources: Source[]
  /** Of the pages, if the question is in another one; '' otherwise. */
  language: string
  feedbackId: string
}

const MAX_TURNS = 20
/** Browsers give a site 5 MB for all of its storage. */
const MAX_LENGTH = 200_000

export type TurnStore = ReturnType<typeof openTurnStore>

/** @param storageOf throws where the site may use no storage. */
export function openTurnStore(key: string, storageOf: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) {
  const attempt = <Result>(use: () => Result): Result | null => {
    try {
      return use()
    } catch {
      return null
    }
  }
  const clear = () => void attempt(() => storageOf().removeItem(key))
  return {
    clear,
    read(): Turn[] {
      const stored = attempt(() => storageOf().getItem(key)) ?? '[]'
      const turns: unknown = stored.length <= MAX_LENGTH && attempt(() => JSON.parse(stored))
      if (Array.isArray(turns) && turns.length <= MAX_TURNS && turns.every(isTurn)) return turns
      clear()
      return []
    },
    /** The last turns, as many as fit. */
    write(turns: readonly Turn[]) {
      const kept = turns.slice(-MAX_TURNS)
      while (kept.length > 0 && JSON.stringify(kept).length > MAX_LENGTH) kept.shift()
      attempt(() => storageOf().setItem(key, JSON.stringify(kept)))
    },
  }
}

const fieldsOf = (value: unknown) => (value ?? {}) as Record<string, unknown>
const areTexts = (values: unknown[]): values is string[] => values.every((value) => typeof value === 'string')

function isTurn(value: unknown): value is Turn {
  const { question, text, kind, sources, language, feedbackId } = fieldsOf(value)
  return (
    areTexts([question, text, kind]) &&
    /^([a-z]{2,3})?$/.test(String(language)) &&
    /^[\da-f-]{0,36}$/.test(String(feedbackId)) &&
    Array.isArray(sources) &&
    sources.every(isSource)
  )
}

function isSource(value: unknown): value is Source {
  const { marker, url, title, sentence, state } = fieldsOf(value)
  return (
    Number.isInteger(marker) &&
    areTexts([url, title, sentence, state]) &&
    Object.hasOwn(textsIn('en').states, state as string)
  )
}
