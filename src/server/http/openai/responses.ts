/** Requests, objects and events of the OpenAI Responses API. */
import { z } from 'zod'
import type { AnswerDone, AnswerEvent } from '#shared/chat/answer-stream.ts'
import type { Citation } from '#shared/chat/chats.ts'
import type { ErrorBody } from '#shared/error-body.ts'
import { AppError } from '#shared/errors.ts'
import { CompletionMessage, isLinked, listSources, presentCitations, usageOf } from './completion.ts'

const Item = z.looseObject({ role: z.string().optional(), content: z.unknown().optional() })

/** Other parameters are accepted and ignored, as `instructions` are: answers come from the pages only. */
const ResponseRequest = z.looseObject({
  model: z.string().max(200),
  input: z.union([z.string(), z.array(Item).min(1).max(1000)]),
  stream: z.boolean().nullish(),
  previous_response_id: z.string().nullish(),
  conversation: z.unknown().optional(),
  background: z.boolean().nullish(),
})

/** What would need a stored response. */
const STORED = ['previous_response_id', 'conversation', 'background'] as const

/** The same request for chat completions. Calls of tools and their outputs are left out, as messages of tools are. */
export const ResponseAsCompletion = ResponseRequest.transform((request, context) => {
  const stored = STORED.find((name) => request[name])
  if (stored) throw new AppError('model.stores-no-responses', { parameter: stored }, { field: stored })
  const { model, input, stream } = request
  const items = typeof input === 'string' ? [{ role: 'user', content: input }] : input.filter(({ role }) => role)
  const messages = z.array(CompletionMessage).min(1).safeParse(items)
  if (messages.success) return { model, stream, messages: messages.data }
  context.addIssue({ code: 'custom', path: ['input'], message: 'has no message' })
  return z.NEVER
})

type ResponseHead = { id: string; created: number; model: string }

type OutputText = { type: 'output_text'; text: string; annotations: Annotation[]; logprobs: [] }
type Annotation = { type: 'url_citation'; start_index: number; end_index: number; url: string; title: string }

/** A marker with its link, "[1](https://…)", or alone, "[1]". */
const MARKER = /(?<!\\)\[(\d{1,4})\](?:\([^()\s]+\))?/g

/** Where `text` cites which page; `end_index` is the position after the last character. */
function annotationsOf(text: string, citations: readonly Citation[]): Annotation[] {
  const byMarker = new Map(citations.filter(isLinked).map((citation) => [String(citation.marker), citation]))
  return [...text.matchAll(MARKER)].flatMap((match) => {
    const citation = byMarker.get(match[1] ?? '')
    if (!citation) return []
    const { url, title } = citation
    const [start_index, end_index] = [match.index, match.index + match[0].length]
    return { type: 'url_citation', start_index, end_index, url, title }
  })
}

const outputText = (text: string, citations: readonly Citation[] = []): OutputText => ({
  type: 'output_text',
  text,
  annotations: annotationsOf(text, citations),
  logprobs: [],
})

export type WholeAnswer = {
  text: string
  /** Of the model, not a part of the answer; '' if there is none. */
  reasoning: string
  citations: readonly Citation[]
  done: AnswerDone
  usage: ReturnType<typeof usageOf>
}

/** The whole answer as a finished response. */
export function presentResponse(head: ResponseHead, { text, reasoning, citations, done, usage }: WholeAnswer) {
  const status = done.truncated ? 'incomplete' : 'completed'
  return {
    ...presentUnfinished(head),
    status,
    incomplete_details: done.truncated ? { reason: 'max_output_tokens' as const } : null,
    output: [
      ...(reasoning ? [presentReasoning(head, reasoning)] : []),
      presentMessage(head, status, [outputText(text, citations)]),
    ],
    usage: {
      input_tokens: usage.prompt_tokens,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: usage.completion_tokens,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: usage.total_tokens,
    },
    citations: presentCitations(citations),
  }
}

function presentFailedResponse(head: ResponseHead, { code, message }: ErrorBody) {
  return { ...presentUnfinished(head), status: 'failed' as const, error: { code, message } }
}

/** The fields that every response has. */
function presentUnfinished({ id, created, model }: ResponseHead) {
  return {
    id: `resp_${id}`,
    object: 'response' as const,
    created_at: created,
    model,
    status: 'in_progress' as const,
    error: null,
    incomplete_details: null,
    instructions: null,
    metadata: {},
    output: [],
    parallel_tool_calls: false,
    temperature: null,
    tool_choice: 'none' as const,
    tools: [],
    top_p: null,
    store: false,
  }
}

const presentMessage = ({ id }: ResponseHead, status: string, content: OutputText[]) => ({
  id: `msg_${id}`,
  type: 'message' as const,
  role: 'assistant' as const,
  status,
  content,
})

const summaryText = (text: string) => ({ type: 'summary_text' as const, text })

const presentReasoning = ({ id }: ResponseHead, text: string) => ({
  id: `rs_${id}`,
  type: 'reasoning' as const,
  summary: text ? [summaryText(text)] : [],
})

type Streamed = { head: ResponseHead; events: AsyncIterable<AnswerEvent>; sentTexts: readonly string[] }

type Send = (type: string, data: object) => Promise<void>

/**
 * Sends the events of a streamed response; `send` writes one event. Reasoning is an item before the message: what
 * arrives after the first word of the answer is left out.
 */
export async function streamResponse({ head, events, sentTexts }: Streamed, send: Send): Promise<void> {
  const output = createOutputStream(head, send)
  let citations: readonly Citation[] = []

  await send('response.created', { response: presentUnfinished(head) })
  await send('response.in_progress', { response: presentUnfinished(head) })
  for await (const { event, data } of events) {
    if (event === 'reasoning') await output.addReasoning(data.text)
    if (event === 'delta') await output.addText(data.text)
    if (event === 'replace') await output.replaceText(data.text)
    if (event === 'citations') citations = data
    if (event === 'error') {
      await send('response.failed', { response: presentFailedResponse(head, data.error) })
      return
    }
    if (event === 'done') {
      const sources = listSources(citations)
      if (sources) await output.addText(sources)
      const { text, reasoning } = output.written()
      const usage = usageOf(data, sentTexts, text)
      const response = presentResponse(head, { text, reasoning, citations, done: data, usage })
      await output.finish(citations, response.output.at(-1))
      await send(`response.${response.status}`, { response })
    }
  }
}

/** Sends the reasoning and the message as items of a response. */
function createOutputStream(head: ResponseHead, send: Send) {
  const thought = { output_index: 0, item_id: `rs_${head.id}`, summary_index: 0 }
  let part: { output_index: number; item_id: string; content_index: number } | null = null
  let text = ''
  let reasoning = ''

  /** Ends the reasoning and begins the message, with the first word. */
  async function startMessage() {
    if (part) return part
    if (reasoning) await finishReasoning()
    const output_index = reasoning ? 1 : 0
    part = { output_index, item_id: `msg_${head.id}`, content_index: 0 }
    await send('response.output_item.added', { output_index, item: presentMessage(head, 'in_progress', []) })
    await send('response.content_part.added', { ...part, part: outputText('') })
    return part
  }

  async function finishReasoning() {
    await send('response.reasoning_summary_text.done', { ...thought, text: reasoning })
    await send('response.reasoning_summary_part.done', { ...thought, part: summaryText(reasoning) })
    await send('response.output_item.done', { output_index: 0, item: presentReasoning(head, reasoning) })
  }

  async function addText(delta: string) {
    const started = await startMessage()
    text += delta
    await send('response.output_text.delta', { ...started, delta, logprobs: [] })
  }

  return {
    written: () => ({ text, reasoning }),
    async addReasoning(delta: string) {
      if (part) return
      if (!reasoning) {
        await send('response.output_item.added', { output_index: 0, item: presentReasoning(head, '') })
        await send('response.reasoning_summary_part.added', { ...thought, part: summaryText('') })
      }
      reasoning += delta
      await send('response.reasoning_summary_text.delta', { ...thought, delta })
    },
    addText,
    /** The protocol cannot withdraw text, so the new text follows the old one. */
    replaceText: (newText: string) => addText(`${text ? '\n\n' : ''}${newText}`),
    /** `message` is the finished item. */
    async finish(citations: readonly Citation[], message: object | undefined) {
      const started = await startMessage()
      const finished = outputText(text, citations)
      for (const [annotation_index, annotation] of finished.annotations.entries()) {
        await send('response.output_text.annotation.added', { ...started, annotation_index, annotation })
      }
      await send('response.output_text.done', { ...started, text, logprobs: [] })
      await send('response.content_part.done', { ...started, part: finished })
      await send('response.output_item.done', { output_index: started.output_index, item: message })
    },
  }
}
