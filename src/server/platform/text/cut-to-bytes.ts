/** The beginning of `text` in at most `bytes` of UTF-8, without a part of a character. */
export function cutToBytes(text: string, bytes: number): string {
  // A decoder that expects more holds an incomplete character back.
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(Buffer.from(text).subarray(0, bytes), { stream: true })
}
