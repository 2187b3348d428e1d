/** A file for the browser to save, sent as it is made. */

/** A web stream that asks for the next piece when the reader is ready for it. */
export const streamPieces = (pieces: AsyncGenerator<string>) =>
  new ReadableStream<string>({
    async pull(controller) {
      const { value, done: over } = await pieces.next()
      if (over) controller.close()
      else controller.enqueue(value)
    },
    cancel: async () => void (await pieces.return(undefined)),
  }).pipeThrough(new TextEncoderStream())

/** The header that names a file; one whose name is not plain ASCII says it twice (RFC 6266). */
export function attachment(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const full = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
  return `attachment; filename="${plain}"; filename*=UTF-8''${full}`
}
