/** A web stream of UTF-8 that pulls the next chunk when the reader is ready for it. */
export const streamChunks = (chunks: AsyncGenerator<string>) => pull(chunks).pipeThrough(new TextEncoderStream())

export const streamBytes = (chunks: AsyncGenerator<Uint8Array<ArrayBuffer>>) => pull(chunks)

const pull = <Chunk>(chunks: AsyncGenerator<Chunk>) =>
  new ReadableStream<Chunk>({
    async pull(controller) {
      const { value, done } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: async () => void (await chunks.return(undefined)),
  })

/** Content-Disposition for a download, with an ASCII fallback for the file name (RFC 6266). */
export function attachment(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const full = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${full}`
}
