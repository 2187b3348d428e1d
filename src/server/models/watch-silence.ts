/** A signal that is aborted with `outer`, or when nothing was heard within the time that was last set. */
export function watchSilence(outer: AbortSignal | undefined) {
  const silence = new AbortController()
  let timer: NodeJS.Timeout | undefined
  return {
    signal: outer ? AbortSignal.any([outer, silence.signal]) : silence.signal,
    within(ms: number) {
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), ms)
    },
    pause: () => clearTimeout(timer),
    /** Also lets go of an answer that nobody reads on. */
    end() {
      clearTimeout(timer)
      silence.abort()
    },
  }
}
