/**
 * One question answered from a selection: the passages that fit it, the engine's stream, and for every source it
 * names the verbatim sentence of the stored page, found by our own code.
 */
import type { Citation } from '#shared/chats.ts'
import type { Db } from '#server/db/database.ts'
import { findSupport } from '#server/knowledge/cite.ts'
import type { PassageFinder } from '#server/knowledge/find-passages.ts'
import { searchQuery } from '#server/knowledge/search-query.ts'
import type { Engine, EngineTurn, SourcePassage } from '#server/models/engine.ts'
import { loadPassages, type Selection } from './selected-passages.ts'

export type AnswerServices = { db: Db; engine: Engine; finder: PassageFinder }

export type Answer = {
  text: string
  citations: Citation[]
  engine: string
  passagesUsed: number
  pagesUsed: number
}

/** Passages given to the engine; about eight thousand characters. */
const PASSAGES_PER_ANSWER = 8

type Ask = {
  userId: string
  selection: Selection
  question: string
  history: EngineTurn[]
  signal?: AbortSignal
  /** Called with each piece of text as it comes. */
  onText: (text: string) => void
}

export async function answerQuestion({ db, engine, finder }: AnswerServices, ask: Ask): Promise<Answer> {
  const passages = await finder.find({
    key: ask.selection.key,
    load: () => loadPassages(db, ask.userId, ask.selection),
    question: searchQuery(ask.question, ask.history),
    limit: PASSAGES_PER_ANSWER,
  })
  const byId = new Map(passages.map((passage) => [passage.id, passage]))

  let text = ''
  const citations: Citation[] = []
  const { question, history, signal } = ask
  for await (const part of engine.answer({ question, passages, history, ...(signal && { signal }) })) {
    if (part.type === 'text') {
      text += part.text
      ask.onText(part.text)
      continue
    }
    const passage = byId.get(part.passageId)
    if (passage && !citations.some((known) => known.marker === part.marker)) {
      citations.push(cite(part.marker, part.claim, passage))
    }
  }
  return {
    text,
    citations,
    engine: engine.name,
    passagesUsed: passages.length,
    pagesUsed: new Set(passages.map((passage) => passage.pageId)).size,
  }
}

function cite(marker: number, claim: string, passage: SourcePassage): Citation {
  const support = findSupport(claim, passage)
  return {
    marker,
    pageId: passage.pageId,
    url: passage.pageUrl,
    title: passage.pageTitle,
    passageId: passage.id,
    sentence: support.sentence,
    verified: support.verified,
  }
}
