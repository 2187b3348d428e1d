/**
 * Canceling a request. `notifications/cancelled` arrives as a separate request, perhaps at another process, so it is
 * passed on through the database to the process that runs the canceled one.
 */
import { createHash } from 'node:crypto'
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { CancelledNotificationSchema, type RequestId } from '@modelcontextprotocol/sdk/types.js'
import { notify } from '#server/platform/db/notify.ts'
import type { ToolContext } from './run-tool.ts'

const CHANNEL = 'readback_mcp_cancelled'

type RunningRequest = {
  requestId: RequestId
  /** Aborted when the client closes the connection: its response can no longer be delivered. */
  signal: AbortSignal
}

/** Runs `action` with a signal that is aborted when the client cancels the request or closes the connection. */
export async function withCancellation<Result>(
  context: ToolContext,
  { requestId, signal }: RunningRequest,
  action: (canceled: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const notified = new AbortController()
  const unlisten = await context.services.database.listen(CHANNEL, (payload) => {
    if (payload === payloadOf(context, requestId)) notified.abort()
  })
  try {
    return await action(AbortSignal.any([signal, notified.signal]))
  } finally {
    await unlisten()
  }
}

/** Passes a cancellation on to the process that runs the request. */
export function passOnCancellations({ server }: McpServer, context: ToolContext) {
  server.setNotificationHandler(CancelledNotificationSchema, async ({ params: { requestId } }) => {
    if (requestId !== undefined) await notify(context.services.db, CHANNEL, payloadOf(context, requestId))
  })
}

/** Request ids are unique for one client only. Hashed, since a payload is short and everyone can listen. */
function payloadOf({ clientId }: ToolContext, requestId: RequestId): string {
  return createHash('sha256')
    .update(JSON.stringify([clientId, requestId]))
    .digest('base64url')
}
