/**
 * Runs summaries at the pace that a service bears: as many at a time as it answers in parallel, half as many after it
 * asked for a delay, and none while a question is being answered. Questions and summaries of one process only.
 */

type QuestionCounter = {
  /** Counts a question until the returned function is called. */
  begin(): () => void
  /** Resolves when no question is being answered. */
  idle(): Promise<void>
  /** Aborted by the next question. */
  interruption(): AbortSignal
}

/** Successful summaries after which one more runs in parallel again. */
const RECOVERY = 20
/** A summary that questions interrupt this often is then finished: it must not be paid for again and again. */
const MAX_INTERRUPTIONS = 3

export function createQuestionCounter(): QuestionCounter {
  let running = 0
  const waiting: (() => void)[] = []
  let interruption = new AbortController()
  return {
    begin() {
      if (running++ === 0) {
        interruption.abort()
        interruption = new AbortController()
      }
      let isOpen = true
      return () => {
        if (!isOpen) return
        isOpen = false
        if (--running > 0) return
        for (const resolve of waiting.splice(0)) resolve()
      }
    },
    idle: async () => {
      while (running > 0) await new Promise<void>((resolve) => waiting.push(resolve))
    },
    interruption: () => interruption.signal,
  }
}

export function createSummaryQueue(readParallelism: () => Promise<number>, questions: QuestionCounter) {
  const queue: (() => void)[] = []
  let most: Promise<number> | undefined
  let limit = 1
  let running = 0
  let successes = 0

  function startNext() {
    while (running < limit && queue.length > 0) {
      running++
      queue.shift()?.()
    }
  }

  /** Resolves when it is the caller's turn. */
  async function takeTurn(): Promise<void> {
    if (!most) {
      most = readParallelism()
      void most.then((parallelism) => {
        limit = parallelism
        startNext()
      })
    }
    await most
    await new Promise<void>((resolve) => {
      queue.push(resolve)
      startNext()
    })
  }

  async function runInterruptibly<Result>(
    task: (signal: AbortSignal) => Promise<Result>,
    signal: AbortSignal,
  ): Promise<Result> {
    for (let attempt = 1; ; attempt++) {
      await questions.idle()
      signal.throwIfAborted()
      const interruption = questions.interruption()
      const isInterruptible = attempt <= MAX_INTERRUPTIONS
      try {
        return await task(isInterruptible ? AbortSignal.any([signal, interruption]) : signal)
      } catch (error) {
        if (!isInterruptible || !interruption.aborted || signal.aborted) throw error
      }
    }
  }

  return {
    /** Rejects as `task` does, or with the signal's reason. */
    async run<Result>(
      task: (signal: AbortSignal) => Promise<Result>,
      signal: AbortSignal = new AbortController().signal,
    ): Promise<Result> {
      signal.throwIfAborted()
      await takeTurn()
      try {
        const result = await runInterruptibly(task, signal)
        if (++successes % RECOVERY === 0) limit = Math.min(limit + 1, (await most) ?? 1)
        return result
      } finally {
        running--
        startNext()
      }
    },
    slowDown() {
      limit = Math.max(1, Math.floor(limit / 2))
      successes = 0
    },
  }
}
