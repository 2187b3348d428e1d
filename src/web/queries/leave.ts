import { Failure } from '#web/request.ts'
import { withBackOff } from './back-off.ts'

/** Signs out. A server that answers 401, 403 or 404 has no session either, which is what was wanted. */
export async function leave(signOut: () => Promise<void>, wait?: (ms: number) => Promise<void>): Promise<void> {
  try {
    await withBackOff(signOut, wait)
  } catch (error) {
    if (!(error instanceof Failure && [401, 403, 404].includes(error.status))) throw error
  }
}
