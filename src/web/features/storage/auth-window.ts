/** The window in which an administrator consents, and what it comes back with. */
import { CallbackMessage, POPUP } from '#shared/document-storage.ts'
import { AppError } from '#shared/errors.ts'

/**
 * Opens it empty. It has to be opened while the click that asked for it still counts, before the address is known.
 * Null when the browser does not allow it.
 */
export function openAuthWindow(): Window | null {
  const left = Math.max(0, window.screenX + (window.outerWidth - POPUP.width) / 2)
  const top = Math.max(0, window.screenY + (window.outerHeight - POPUP.height) / 2)
  return window.open('', 'readback-storage', `popup,width=${POPUP.width},height=${POPUP.height},left=${left},top=${top}`)
}

const LOOK_EVERY_MS = 500

/** Throws AppError 'storage.timed-out' after five minutes, 'storage.window-closed' when it is closed without a word. */
export async function waitForCallback(popup: Window): Promise<CallbackMessage> {
  const heard = Promise.withResolvers<CallbackMessage>()
  const onMessage = ({ origin, source, data }: MessageEvent<unknown>) => {
    if (origin !== location.origin || source !== popup) return
    const message = CallbackMessage.safeParse(data)
    if (message.success) heard.resolve(message.data)
  }
  window.addEventListener('message', onMessage)
  const timer = setTimeout(() => heard.reject(new AppError('storage.timed-out')), POPUP.waitMs)
  let wasClosed = false
  const look = setInterval(() => {
    // What it said before it was closed is heard first.
    if (wasClosed) heard.reject(new AppError('storage.window-closed'))
    wasClosed = popup.closed
  }, LOOK_EVERY_MS)
  try {
    return await heard.promise
  } finally {
    window.removeEventListener('message', onMessage)
    clearTimeout(timer)
    clearInterval(look)
  }
}
