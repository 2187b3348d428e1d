/** Streamed text as its lines, without empty ones. */
export function splitLines() {
  let rest = ''
  return new TransformStream<string, string>({
    transform(text, controller) {
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) if (line.trim() !== '') controller.enqueue(line)
    },
    flush(controller) {
      if (rest.trim() !== '') controller.enqueue(rest)
    },
  })
}
