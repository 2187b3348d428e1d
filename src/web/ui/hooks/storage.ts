import { parseJson } from '#shared/parse-json.ts'

/** Of this tab, until it is closed. */
export const tabStorage = guarded(() => sessionStorage)
/** Of all tabs. */
export const browserStorage = guarded(() => localStorage)

/**
 * Storage that never throws. Where a browser blocks it, it is empty; what is written to full storage lasts until the
 * next reload, in the state of who wrote it.
 */
function guarded(storage: () => Storage) {
  const get = (key: string): string | null => {
    try {
      return storage().getItem(key)
    } catch {
      return null
    }
  }
  return {
    get,
    /** Null also for text that is not JSON. */
    getJson: (key: string): unknown => parseJson(get(key) ?? ''),
    /** Null removes it. */
    set(key: string, value: string | null): void {
      try {
        if (value === null) storage().removeItem(key)
        else storage().setItem(key, value)
      } catch {
        // Blocked or full.
      }
    },
  }
}
