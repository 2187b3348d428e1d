/** `signal` is aborted with `parent`, or if the timeout passes before the next `restart` or `pause`. */
export function createIdleTimeout(parent: AbortSignal | undefined) {
  const expired = new AbortController()
  let timer: NodeJS.Timeout | undefined
  return {
    signal: parent ? AbortSignal.any([parent, expired.signal]) : expired.signal,
    restart(ms: number) {
      clearTimeout(timer)
      timer = setTimeout(() => expired.abort(), ms)
    },
    pause: () => clearTimeout(timer),
    /** Aborts the signal, so that the request is cancelled if the consumer stops reading the stream. */
    close() {
      clearTimeout(timer)
      expired.abort()
    },
  }
}
