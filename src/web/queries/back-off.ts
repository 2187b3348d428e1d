/** Which failures are worth another try, and how long to wait before it. */
import { Failure } from '#web/request.ts'

const FIRST_WAIT_MS = 200
const TRIES = 6

/** A broken line, a busy server and a limit may be over in a moment; any other refusal stays one. */
export function isRetryable(error: unknown): boolean {
  return !(error instanceof Failure) || error.status === 429 || error.status >= 500
}

/** Milliseconds before the next try after `failures` failed ones: 200, 400, 800 and so on (SPEC section 9). */
export const backOffMs = (failures: number) => FIRST_WAIT_MS * 2 ** (failures - 1)

export const isWorthATry = (failures: number, error: unknown) => failures < TRIES && isRetryable(error)

/** Asks until it succeeds, is refused for good, or has failed six times; then throws the last failure. */
export async function withBackOff<T>(ask: () => Promise<T>, wait: (ms: number) => Promise<void> = sleep): Promise<T> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await ask()
    } catch (error) {
      if (!isWorthATry(failures, error)) throw error
      await wait(backOffMs(failures))
    }
  }
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
