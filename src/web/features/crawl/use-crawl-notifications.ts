import { useSyncExternalStore } from 'react'
import { parseJson } from '#shared/parse-json.ts'
import type { Session } from '#web/queries/session/session.ts'
import { browserStorage } from '#web/ui/hooks/storage.ts'

type Preferences = { mail: boolean; browser: boolean }
const noNotifications: Preferences = { mail: false, browser: false }

export type CrawlNotifications = ReturnType<typeof useCrawlNotifications>

/**
 * How a user is notified of the end of a crawl, by mail and by the browser; stored in this browser per user and shared
 * between tabs. `setBrowser` must be called from a click: it requests the permission.
 */
export function useCrawlNotifications({ user, loading }: Pick<Session, 'user' | 'loading'>) {
  const key = `readback:end-notices:${user?.id ?? ''}`
  const preferences = parsePreferences(
    useSyncExternalStore(
      subscribe,
      () => readPreferences(key),
      () => '',
    ),
  )
  // Read again on every render; storing a preference renders every user of this hook.
  const permission = useSyncExternalStore(subscribeToNothing, currentPermission, () => 'default' as const)
  return {
    /** False while it is unknown whose preferences to store. */
    ready: !loading,
    mail: preferences.mail,
    browser: preferences.browser && permission === 'granted',
    /** 'unsupported' without the Notification API, as on many phones. */
    permission,
    setMail: (mail: boolean) => changePreferences(key, { mail }),
    async setBrowser(browser: boolean) {
      if (browser && permission !== 'unsupported') knownPermission = await Notification.requestPermission()
      changePreferences(key, { browser: browser && currentPermission() === 'granted' })
    },
  }
}

type Permission = NotificationPermission | 'unsupported'

/** Cached: `Notification.permission` blocks on another browser process. */
let knownPermission: Permission | undefined
function currentPermission(): Permission {
  return (knownPermission ??= 'Notification' in globalThis ? Notification.permission : 'unsupported')
}

const subscribeToNothing = () => () => {}

/** What was chosen where the browser has no storage, until the next reload. */
const unstored = new Map<string, string>()
const readPreferences = (key: string) => browserStorage.get(key) ?? unstored.get(key) ?? ''

function parsePreferences(stored: string): Preferences {
  const preferences = parseJson(stored)
  return isPreferences(preferences) ? preferences : noNotifications
}

const listeners = new Set<() => void>()

/** Not useStored: several components of a screen show the same preferences, and so do other tabs. */
function subscribe(listener: () => void) {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

function changePreferences(key: string, change: Partial<Preferences>) {
  const changed = JSON.stringify({ ...parsePreferences(readPreferences(key)), ...change })
  browserStorage.set(key, changed)
  unstored.set(key, changed)
  for (const listener of listeners) listener()
}

const isPreferences = (stored: unknown): stored is Preferences =>
  typeof stored === 'object' &&
  stored !== null &&
  ['mail', 'browser'].every((name) => typeof Reflect.get(stored, name) === 'boolean')
