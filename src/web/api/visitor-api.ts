/**
 * Requests of a visitor, from this server's page or from another site. Nothing of the visitor is sent but the question.
 */
import type { AnswerEvent } from '#shared/chat/answer-stream.ts'
import type { PublishedPages, PublishedSite } from '#shared/chat/publications.ts'
import { readEvents } from '#client/event-stream.ts'

export type VisitorMessage = { role: 'user' | 'assistant'; content: string }

/** A failure with the server's words for the visitor, in English; '' when the server was not reached. */
export class VisitorError extends Error {
  readonly isLimit: boolean
  /** The notebook isn't published anymore. */
  readonly isGone: boolean
  /** The notebook isn't published, or not for this site; without CORS headers the browser hides the response. */
  readonly isRefusal: boolean

  /** @param status of the response, 0 if there is none */
  constructor(message: string, status = 0) {
    super(message)
    this.isLimit = status === 429 || status === 503
    this.isGone = status === 404
    this.isRefusal = [0, 403, 404].includes(status)
  }
}

export function createVisitorApi(server: string, address: string) {
  const root = `${server}/api/published/${encodeURIComponent(address)}`

  async function send(path: string, init: RequestInit = {}): Promise<Response> {
    const response = await fetch(root + path, { credentials: 'omit', ...init }).catch(() => null)
    if (response?.ok) return response
    const failure: unknown = await response?.json().catch(() => null)
    throw new VisitorError(messageOf(failure), response?.status)
  }
  const post = (path: string, body: object, signal?: AbortSignal) =>
    send(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      ...(signal && { signal }),
    })

  return {
    site: async (): Promise<PublishedSite> => (await send('')).json(),
    pages: async (query: string, after: string | null): Promise<PublishedPages> =>
      (await send(`/pages?${new URLSearchParams({ q: query, ...(after !== null && { after }) })}`)).json(),
    /** Calls `onEvent` for each event; resolves to the id for feedback at the end. */
    async ask(question: string, history: VisitorMessage[], onEvent: (event: AnswerEvent) => void): Promise<string> {
      const response = await post('/answers', { question, history })
      for await (const { event, data } of readEvents(response)) {
        // The server's own stream: the names and shapes are those of AnswerEvent.
        onEvent({ event, data: JSON.parse(data) } as AnswerEvent)
      }
      return response.headers.get('Readback-Feedback-Id') ?? ''
    },
    feedback: (id: string, helpful: boolean) => post(`/feedback/${id}`, { helpful }),
  }
}

export type VisitorApi = ReturnType<typeof createVisitorApi>

function messageOf(failure: unknown): string {
  const error = typeof failure === 'object' && failure !== null && 'error' in failure ? failure.error : null
  const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : ''
  return typeof message === 'string' ? message : ''
}
