/**
 * An EventSource that always reconnects. Browsers reconnect after a network error, but give up on a 502 or 503, which
 * is what a restarting server or its proxy returns.
 */

type Live = {
  onMessage(data: string): void
  /** Called after a reconnect: events in between are lost. */
  onReconnected(): void
}

type Source = Pick<EventSource, 'onopen' | 'onmessage' | 'onerror' | 'readyState' | 'close'>

/** EventSource.CLOSED, which tests do not have. */
const CLOSED = 2
const FIRST_PAUSE_MS = 2_000
const MAX_PAUSE_MS = 30_000

/** Returns the function that closes it. `pauseMs` is the first wait, doubled after each failure. */
export function connectEventSource(
  open: () => Source,
  { onMessage, onReconnected }: Live,
  pauseMs = FIRST_PAUSE_MS,
): () => void {
  let opened = false
  let pause = pauseMs
  let again: ReturnType<typeof setTimeout> | undefined
  let source = connect()

  function connect(): Source {
    const next = open()
    next.onopen = () => {
      if (opened) onReconnected()
      opened = true
      pause = pauseMs
    }
    next.onmessage = ({ data }: MessageEvent<string>) => onMessage(data)
    next.onerror = () => {
      if (next.readyState !== CLOSED) return
      clearTimeout(again)
      again = setTimeout(() => (source = connect()), pause)
      pause = Math.min(pause * 2, MAX_PAUSE_MS)
    }
    return next
  }

  return () => {
    clearTimeout(again)
    source.close()
  }
}
