import { Failure } from '#web/api/request.ts'
import { withRetry } from '#web/queries/retry.ts'

/** Signs out. 401, 403 and 404 mean there is no session, which is the goal. */
export async function signOutWithRetry(
  request: () => Promise<void>,
  wait?: (ms: number) => Promise<void>,
): Promise<void> {
  try {
    await withRetry(request, wait)
  } catch (error) {
    const isSignedOut = error instanceof Failure && [401, 403, 404].includes(error.status)
    if (!isSignedOut) throw error
  }
}
