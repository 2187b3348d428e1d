import { useLocalStorage } from '@mantine/hooks'
import { useSyncExternalStore } from 'react'
import type { Session } from '#web/queries/session/session.ts'

type Preferences = { mail: boolean; browser: boolean }
const noNotifications: Preferences = { mail: false, browser: false }

export type CrawlNotifications = ReturnType<typeof useCrawlNotifications>

/**
 * How a user is notified of the end of a crawl, by mail and by the browser; stored in this browser per user and shared
 * between tabs. `setBrowser` must be called from a click: it requests the permission.
 */
export function useCrawlNotifications({ user, loading }: Pick<Session, 'user' | 'loading'>) {
  const [preferences, setPreferences] = useLocalStorage({
    key: `readback:end-notices:${user?.id ?? ''}`,
    defaultValue: noNotifications,
    deserialize: parsePreferences,
  })
  // Read again on every render; storing a preference renders every user of this hook.
  const permission = useSyncExternalStore(subscribeToNothing, currentPermission, () => 'default' as const)
  return {
    /** False while it is unknown whose preferences to store. */
    ready: !loading,
    mail: preferences.mail,
    browser: preferences.browser && permission === 'granted',
    /** 'unsupported' without the Notification API, as on many phones. */
    permission,
    setMail: (mail: boolean) => setPreferences((current) => ({ ...current, mail })),
    async setBrowser(browser: boolean) {
      if (browser && permission !== 'unsupported') knownPermission = await Notification.requestPermission()
      setPreferences((current) => ({ ...current, browser: browser && currentPermission() === 'granted' }))
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

function parsePreferences(stored: string | undefined): Preferences {
  try {
    const preferences: unknown = JSON.parse(stored ?? 'null')
    return isPreferences(preferences) ? preferences : noNotifications
  } catch {
    return noNotifications
  }
}

const isPreferences = (stored: unknown): stored is Preferences =>
  typeof stored === 'object' &&
  stored !== null &&
  ['mail', 'browser'].every((name) => typeof Reflect.get(stored, name) === 'boolean')
