/** Requests and responses of the OpenAI chat completions API; responses.ts has those of the Responses API. */
import type { HonoRequest } from 'hono'
import { z } from 'zod'
import { HISTORY_MAX_MESSAGES } from '#shared/chat/chat-limits.ts'
import { type Citation, Question } from '#shared/chat/chats.ts'
import type { AnswerDone } from '#shared/chat/answer-stream.ts'
import type { ErrorBody } from '#shared/error-body.ts'
import { AppError } from '#shared/errors.ts'
import { escapeMarkdown, markdownAddress, markdownLink } from '#shared/escape-markdown.ts'
import type { EngineMessage } from '#server/engines/engine.ts'
import { estimateTokens } from '#server/engines/language-model/estimate-tokens.ts'
import { invalidRequest } from '#server/http/invalid-request.ts'

const Part = z.looseObject({ type: z.string(), text: z.string().optional() })
export const CompletionMessage = z.looseObject({
  role: z.string(),
  content: z.union([z.string(), z.array(Part)]).nullish(),
})

/** Other parameters are accepted and ignored. */
export const CompletionRequest = z.looseObject({
  model: z.string().max(200),
  messages: z.array(CompletionMessage).min(1).max(1000),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().optional() }).nullish(),
})
export type CompletionRequest = z.infer<typeof CompletionRequest>

export const EmbeddingRequest = z.looseObject({
  model: z.string().max(200),
  input: z.union([z.string().min(1), z.array(z.string().min(1)).min(1).max(2048)]),
  encoding_format: z.enum(['float', 'base64']).nullish(),
})

/**
 * The last message of the user, and the conversation before it. Messages of the system, the developer and tools are
 * left out: answers come from the pages only.
 */
export function readQuestion({ messages }: CompletionRequest): { question: string; history: EngineMessage[] } {
  const conversation = messages.flatMap(({ role, content }): EngineMessage[] =>
    role === 'user' || role === 'assistant' ? [{ role, content: textOf(content) }] : [],
  )
  const last = conversation.findLastIndex(({ role }) => role === 'user')
  const parsed = Question.safeParse(conversation[last]?.content)
  if (!parsed.success) throw invalidField('messages', parsed.error)
  const history = conversation.slice(0, last).filter(({ content }) => content !== '')
  return {
    question: removeLinks(parsed.data),
    history: history
      .slice(-HISTORY_MAX_MESSAGES)
      .map((message) => ({ ...message, content: removeLinks(message.content) })),
  }
}

function invalidField(field: string, { issues: [issue] }: z.ZodError) {
  return invalidRequest(issue && { ...issue, path: [field] })
}

const textOf = (content: z.infer<typeof CompletionMessage>['content']) =>
  typeof content === 'string' ? content : (content ?? []).flatMap(({ text }) => text ?? []).join('\n')

const SOURCES = '\n\nSources:\n'

/** Each marker of a citation as a Markdown link to its page. A claim that no page supports has no link. */
export function linkMarkers(text: string, citations: readonly Citation[]): string {
  const byMarker = new Map(citations.filter(isLinked).map((citation) => [citation.marker, citation]))
  return text.replace(/(?<!\\)\[(\d{1,4})\](?![(:])/g, (marker, digits: string) => {
    const citation = byMarker.get(Number(digits))
    return citation ? markdownLink(digits, citation.url) : marker
  })
}

/** Ends a streamed answer, whose citations are checked after its last word. */
export function listSources(citations: readonly Citation[]): string {
  const lines = citations.filter(isLinked).map(({ marker, title, url }) => {
    return `- ${markdownLink(String(marker), url)} ${title ? escapeMarkdown(title) : markdownAddress(url)}`
  })
  return lines.length > 0 ? SOURCES + lines.join('\n') : ''
}

/** The list that `listSources` adds to an answer. */
const SOURCE_LIST = /\n\nSources:\n(?:- \[\d{1,4}\]\([^\s()]+\).*(?:\n|$))+$/
/**
 * A marker that `linkMarkers` has linked: "[1](https://…)". Also without its last bracket, so that no text is read
 * twice.
 */
const LINKED_MARKER = /\[(\d{1,4})\]\(https?:[^)\s]+(\))?/g

/** The text as the engine wrote it, from an answer that a client sends back. Linear in the length of `text`. */
const removeLinks = (text: string) =>
  text
    .replace(SOURCE_LIST, '')
    .replace(LINKED_MARKER, (link, marker: string, isClosed?: string) => (isClosed ? `[${marker}]` : link))

export const isLinked = ({ state, url }: Citation) => state !== 'not-found' && /^https?:\/\//.test(url)

export const presentCitations = (citations: readonly Citation[]) =>
  citations.map(({ marker, url, title, sentence, state }) => ({ marker, url, title, sentence, state }))

/** What the model's service reported. The built-in engine spends no tokens: its counts are estimates of the texts. */
export function usageOf({ used }: AnswerDone, asked: readonly string[], text: string) {
  const { tokens } = used
  const prompt = tokens ? Math.ceil(tokens.input) : estimateTokens(asked.join('\n'))
  const completion = tokens ? Math.ceil(tokens.output) : estimateTokens(text)
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion }
}

/** Names that clients of OpenAI compare. */
const OPENAI_CODES: Record<string, string> = {
  'key.unknown': 'invalid_api_key',
  'model.no-notebook': 'model_not_found',
  'model.no-embedding': 'model_not_found',
}

const OPENAI_TYPES: Record<number, string> = {
  401: 'authentication_error',
  403: 'permission_error',
  429: 'rate_limit_error',
}

export function toOpenAiError({ message, field, code }: ErrorBody, status: number) {
  const type = OPENAI_TYPES[status] ?? (status >= 500 ? 'server_error' : 'invalid_request_error')
  return { error: { message, type, param: field ?? null, code: OPENAI_CODES[code] ?? code } }
}

/** Throws AppError 'request.invalid-json', and as `invalidRequest` does. */
export async function readBody<Schema extends z.ZodType>(
  schema: Schema,
  request: HonoRequest,
): Promise<z.infer<Schema>> {
  const body: unknown = await request.json().catch(() => {
    throw new AppError('request.invalid-json')
  })
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  throw invalidRequest(parsed.error.issues[0])
}
