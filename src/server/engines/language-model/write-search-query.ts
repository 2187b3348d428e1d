/** Asks the model to rewrite a question as a search query; '' if it fails, because the answer does not depend on it. */
import type { EngineMessage } from '#server/engines/engine.ts'
import type { Log } from '#server/platform/log.ts'
import type { ChatClient } from './chat-client.ts'
import { estimateTokens, truncateToTokens } from './estimate-tokens.ts'
import { createFence, searchQueryPrompt } from './prompts.ts'

const PARAMETERS = { temperature: 0, maxTokens: 100, isOptional: true }
/** Three turns; a follow-up rarely refers further back. */
const HISTORY_MESSAGES = 6
/** Per message. What a follow-up refers to is at the start of an answer. */
const MESSAGE_TOKENS = 200
/** A story may be long, and its question often comes last. */
const QUESTION_TOKENS = 1_500
/** A longer line is an answer or an explanation. */
const MAX_QUERY_LENGTH = 300
/** After this many failures in a row the model is not asked for a while: it is too slow, or cannot do it. */
const MAX_FAILURES = 3
const PAUSE_MS = 10 * 60_000

type QueryRequest = {
  question: string
  /** Oldest first. */
  history: readonly EngineMessage[]
  /** Primary subtag of the pages' language, '' if unknown. */
  language: string
  signal?: AbortSignal | undefined
}

/** Remembers the failures of one model. */
export function createQueryWriter(client: ChatClient, log: Log) {
  let failures = 0
  let pausedUntil = 0

  /** `query` is '' if the model fails or its response is no query; `tokens` is the estimated use. */
  return async ({ question, history, language, signal }: QueryRequest): Promise<{ query: string; tokens: number }> => {
    if (signal?.aborted || Date.now() < pausedUntil) return { query: '', tokens: 0 }
    const recent = history.slice(-HISTORY_MESSAGES).map(({ role, content }) => {
      return { role, content: truncateToTokens(content, MESSAGE_TOKENS) }
    })
    const asked = truncateToTokens(question, QUESTION_TOKENS)
    const prompt = searchQueryPrompt({ question: asked, history: recent, language }, createFence())
    const tokens = estimateTokens(prompt.system) + estimateTokens(prompt.question.content)
    try {
      const response = await client.complete({
        system: prompt.system,
        messages: [prompt.question],
        ...PARAMETERS,
        ...(signal && { signal }),
      })
      failures = 0
      return { query: parseSearchQuery(response), tokens: tokens + estimateTokens(response) }
    } catch (error) {
      if (!signal?.aborted) pauseAfterFailure(error)
      return { query: '', tokens }
    }
  }

  function pauseAfterFailure(error: unknown) {
    log.warn(`The question is searched for as it was asked. ${error instanceof Error ? error.message : ''}`)
    failures++
    if (failures < MAX_FAILURES) return
    failures = 0
    pausedUntil = Date.now() + PAUSE_MS
  }
}

/** The one line of a response, without label and quotation marks; '' if it is something else than a short line. */
export function parseSearchQuery(response: string): string {
  const lines = response
    .split('\n')
    .filter((line) => !line.startsWith('```'))
    .map((line) => line.replace(/^[\s>*#`-]+|[\s*`]+$/g, ''))
    .filter((line) => line !== '' && !line.endsWith(':'))
  const [line = '', ...others] = lines
  const query = line
    .replace(/^(?:the )?(?:standalone )?(?:search )?(?:query|question|suchanfrage)\s*:\s*/i, '')
    .replace(/^["“„«'](.*)["”“»']$/su, '$1')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
  if (others.length > 0 || query.length > MAX_QUERY_LENGTH || !/[\p{L}\p{N}]/u.test(query)) return ''
  return query
}
