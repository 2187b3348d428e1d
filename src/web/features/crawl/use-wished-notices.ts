/** How a person wants to hear of the end of a crawl: a mail, a notice of the browser; kept in this browser. */
import { useMemo, useSyncExternalStore } from 'react'
import type { Session } from '#web/queries/session.ts'

type Wished = { mail: boolean; browser: boolean }
const none: Wished = { mail: false, browser: false }

export type WishedNotices = ReturnType<typeof useWishedNotices>

/** `browser` is true only as long as the browser allows it; the permission is asked for by the person's own click. */
export function useWishedNotices({ user, loading }: Pick<Session, 'user' | 'loading'>) {
  const key = `readback:end-notices:${user?.id ?? ''}`
  // The form that changes it and the frame that acts on it, in every tab, see the same.
  const stored = useSyncExternalStore(subscribe, () => read(key), () => null)
  const wished = useMemo(() => parse(stored), [stored])
  const permission = useSyncExternalStore(subscribe, knownPermission, () => 'default' as const)
  return {
    /** Until it is known who asks, there is nobody to keep a wish for. */
    known: !loading,
    mail: wished.mail,
    browser: wished.browser && permission === 'granted',
    /** 'missing' where browsers have no notices, as on many phones. */
    permission,
    setMail: (mail: boolean) => keep(key, { ...wished, mail }),
    async setBrowser(browser: boolean) {
      const allowed = browser && permission !== 'missing' ? await Notification.requestPermission() : permission
      known = allowed
      keep(key, { ...wished, browser: browser && allowed === 'granted' })
    },
  }
}

type Permission = NotificationPermission | 'missing'

/** Asked for once: the browser's window waits for another process to say it. */
let known: Permission | undefined
const knownPermission = (): Permission => (known ??= 'Notification' in globalThis ? Notification.permission : 'missing')

const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** Where storage is forbidden, the wish lasts as long as the page. */
const inMemory = new Map<string, string>()

function read(key: string): string | null {
  try {
    return localStorage.getItem(key) ?? inMemory.get(key) ?? null
  } catch {
    return inMemory.get(key) ?? null
  }
}

function keep(key: string, wished: Wished) {
  inMemory.set(key, JSON.stringify(wished))
  try {
    localStorage.setItem(key, JSON.stringify(wished))
  } catch {
    // In memory it is.
  }
  for (const listener of listeners) listener()
}

function parse(stored: string | null): Wished {
  try {
    const wished: unknown = JSON.parse(stored ?? 'null')
    return isWished(wished) ? wished : none
  } catch {
    return none
  }
}

const isWished = (stored: unknown): stored is Wished =>
  typeof stored === 'object' && stored !== null && ['mail', 'browser'].every((name) => typeof Reflect.get(stored, name) === 'boolean')
