/**
 * An event source that is opened again, whatever ended it. A browser does so by itself after a broken line, but gives up
 * for good on an answer such as 502 or 503, which is what a server, or the proxy before it, says while it restarts.
 */

type Live = {
  onMessage(data: string): void
  /** The line was gone in between: what was told meanwhile is lost. */
  onReopened(): void
}

type Source = Pick<EventSource, 'onopen' | 'onmessage' | 'onerror' | 'readyState' | 'close'>

/** As EventSource.CLOSED, which tests do not have. */
const CLOSED = 2
const OPENED_AGAIN_AFTER_MS = 2_000
const LONGEST_PAUSE_MS = 30_000

/** Answers the function that ends it. `pauseMs` is the first wait, doubled with each try in vain. */
export function stayLive(open: () => Source, { onMessage, onReopened }: Live, pauseMs = OPENED_AGAIN_AFTER_MS): () => void {
  let opened = false
  let pause = pauseMs
  let again: ReturnType<typeof setTimeout> | undefined
  let source = connect()

  function connect(): Source {
    const next = open()
    next.onopen = () => {
      if (opened) onReopened()
      opened = true
      pause = pauseMs
    }
    next.onmessage = ({ data }: MessageEvent<string>) => onMessage(data)
    next.onerror = () => {
      if (next.readyState !== CLOSED) return
      clearTimeout(again)
      again = setTimeout(() => (source = connect()), pause)
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
    }
    return next
  }

  return () => {
    clearTimeout(again)
    source.close()
  }
}
