/** Reads a stream of server-sent events from an ordinary response, since EventSource cannot send a question. */

export type ServerSentEvent = { event: string; data: string }

/** Yields each event of `response` as it arrives; ends with the stream, throws when the reading is aborted. */
export async function* readEvents(response: Response): AsyncGenerator<ServerSentEvent> {
  if (!response.body) return
  const parser = createEventParser()
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      yield* parser.push(value)
    }
  } finally {
    reader.releaseLock()
  }
}

/** Takes text in pieces of any cut and gives the events completed so far (WHATWG HTML, server-sent events, 9.2.6). */
export function createEventParser() {
  let rest = ''
  let event = ''
  let data: string[] = []

  function takeLine(line: string): ServerSentEvent | undefined {
    if (line === '') {
      const finished = data.length > 0 ? { event: event || 'message', data: data.join('\n') } : undefined
      event = ''
      data = []
      return finished
    }
    const colon = line.indexOf(':')
    if (colon === 0) return undefined // a comment, sent to keep the line open
    const name = colon === -1 ? line : line.slice(0, colon)
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (name === 'event') event = value
    if (name === 'data') data.push(value)
    return undefined
  }

  return {
    push(piece: string): ServerSentEvent[] {
      rest += piece
      // A carriage return at the very end may be the first half of a line end that is still on its way.
      const complete = rest.endsWith('\r') ? rest.slice(0, -1) : rest
      const lines = complete.split(/\r\n|\n|\r/)
      rest = (lines.pop() ?? '') + rest.slice(complete.length)
      return lines.flatMap((line) => takeLine(line) ?? [])
    },
  }
}
