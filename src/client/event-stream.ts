/** Reads server-sent events from a fetch response, since EventSource cannot POST. */

export type ServerSentEvent = { event: string; data: string }

/** Yields each event as it arrives; throws on abort. Closes the connection when the caller leaves its loop early. */
export async function* readEvents(response: Response): AsyncGenerator<ServerSentEvent> {
  if (!response.body) return
  const parser = createEventParser()
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield* parser.push(value)
    }
  } finally {
    // Does nothing after the end; rejects after a failure, which has been thrown already.
    await reader.cancel().catch(() => undefined)
  }
}

/** Parses text chunks split anywhere into complete events (WHATWG HTML 9.2.6). */
export function createEventParser() {
  let rest = ''
  let event = ''
  let data: string[] = []

  /** Returns the event that the line ends. */
  function takeLine(line: string): ServerSentEvent | undefined {
    if (line === '') {
      const finished = data.length > 0 ? { event: event || 'message', data: data.join('\n') } : undefined
      event = ''
      data = []
      return finished
    }
    const colon = line.indexOf(':')
    if (colon === 0) return undefined // a comment, sent to keep the connection open
    const name = colon === -1 ? line : line.slice(0, colon)
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (name === 'event') event = value
    if (name === 'data') data.push(value)
    return undefined
  }

  return {
    push(chunk: string): ServerSentEvent[] {
      rest += chunk
      // A trailing carriage return may be the first half of CRLF.
      const complete = rest.endsWith('\r') ? rest.slice(0, -1) : rest
      const lines = complete.split(/\r\n|\n|\r/)
      rest = (lines.pop() ?? '') + rest.slice(complete.length)
      return lines.flatMap((line) => takeLine(line) ?? [])
    },
  }
}
