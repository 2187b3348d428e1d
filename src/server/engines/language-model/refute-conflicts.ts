/** Asks the model which found conflicts are false positives. If it fails, none is discarded. */
import type { SeemingConflict } from '#server/engines/engine.ts'
import type { Log } from '#server/platform/log.ts'
import type { ChatClient } from './chat-client.ts'
import { estimateTokens } from './estimate-tokens.ts'
import { conflictPrompt, createFence } from './prompts.ts'

const PARAMETERS = { temperature: 0, maxTokens: 100, isOptional: true }

export function createConflictRefuter(client: ChatClient, log: Log) {
  return async (conflicts: readonly SeemingConflict[], signal?: AbortSignal) => {
    const { system, question } = conflictPrompt(conflicts, createFence())
    const tokens = estimateTokens(system) + estimateTokens(question.content)
    try {
      const response = await client.complete({
        system,
        messages: [question],
        ...PARAMETERS,
        ...(signal && { signal }),
      })
      return { refuted: parseNumbers(response, conflicts.length), tokens: tokens + estimateTokens(response) }
    } catch (error) {
      log.warn(`The conflicts are shown as they were found. ${error instanceof Error ? error.message : ''}`)
      return { refuted: null, tokens }
    }
  }
}

/** The positions that a response of numbers from 1 names; null for anything else than such numbers, or "none". */
export function parseNumbers(response: string, count: number): number[] | null {
  const list = response.trim().replace(/[.\]]+$|^\[/g, '')
  if (/^none$/i.test(list)) return []
  if (!/^\d+(?:\s*,\s*\d+)*$/.test(list)) return null
  const numbers = list.split(',').map(Number)
  return numbers.every((n) => n >= 1 && n <= count) ? [...new Set(numbers)].map((n) => n - 1) : null
}
