import { CallbackMessage, POPUP } from '#shared/document-storage.ts'
import { localFailure } from '#web/api/request.ts'

/**
 * Opens an empty popup for the administrator's consent. Popup blockers require that it is opened during the click,
 * before the URL is known. Null if blocked.
 */
export function openAuthWindow(): Window | null {
  const left = Math.max(0, window.screenX + (window.outerWidth - POPUP.width) / 2)
  const top = Math.max(0, window.screenY + (window.outerHeight - POPUP.height) / 2)
  return window.open(
    '',
    'readback-storage',
    `popup,width=${POPUP.width},height=${POPUP.height},left=${left},top=${top}`,
  )
}

const POLL_EVERY_MS = 500

/** Throws a Failure: 'storage.timed-out' after five minutes, 'storage.window-closed' if it closes without a message. */
export async function waitForCallback(popup: Window): Promise<CallbackMessage> {
  const result = Promise.withResolvers<CallbackMessage>()
  const onMessage = ({ origin, source, data }: MessageEvent<unknown>) => {
    if (origin !== location.origin || source !== popup) return
    const message = CallbackMessage.safeParse(data)
    if (message.success) result.resolve(message.data)
  }
  window.addEventListener('message', onMessage)
  const timer = setTimeout(() => result.reject(localFailure('storage.timed-out')), POPUP.waitMs)
  let wasClosed = false
  const poll = setInterval(() => {
    // One poll later, so that a message sent just before closing arrives first.
    if (wasClosed) result.reject(localFailure('storage.window-closed'))
    wasClosed = popup.closed
  }, POLL_EVERY_MS)
  try {
    return await result.promise
  } finally {
    window.removeEventListener('message', onMessage)
    clearTimeout(timer)
    clearInterval(poll)
  }
}
