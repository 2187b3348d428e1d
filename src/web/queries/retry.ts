/** Which failures to retry, and after how long. */
import { Failure } from '#web/api/request.ts'

const FIRST_WAIT_MS = 200
const TRIES = 6

/** Network errors, 5xx and rate limits are transient; other errors are not. */
export function isRetryable(error: unknown): boolean {
  return !(error instanceof Failure) || error.status === 429 || error.status >= 500
}

/** Milliseconds to wait after `failures` failed attempts: 200, 400, 800 … (specification, section 9). */
export const backoffMs = (failures: number) => FIRST_WAIT_MS * 2 ** (failures - 1)

export const shouldRetry = (failures: number, error: unknown) => failures < TRIES && isRetryable(error)

/** Retries transient failures up to six attempts, then throws the last one. */
export async function withRetry<T>(ask: () => Promise<T>, wait: (ms: number) => Promise<void> = sleep): Promise<T> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await ask()
    } catch (error) {
      if (!shouldRetry(failures, error)) throw error
      await wait(backoffMs(failures))
    }
  }
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
