import { useState } from 'react'
import { useStored } from '#web/ui/hooks/use-stored.ts'
import { defaultDraft } from './settings-draft.ts'
import type { StoredDraft, SettingsDraft } from './settings-draft.ts'

/** Checks types only; parseDraft rejects a reader or country that no longer exists. */
function isStoredDraft(stored: unknown): stored is StoredDraft {
  if (typeof stored !== 'object' || stored === null) return false
  const types = Object.entries(defaultDraft).map(([name, fallback]) => [
    typeOf(Reflect.get(stored, name)),
    typeOf(fallback),
  ])
  return types.every(([actual, expected]) => actual === expected)
}

const typeOf = (value: unknown) =>
  Array.isArray(value) ? (value.every((each) => typeof each === 'string') ? 'texts' : 'others') : typeof value

/** The user's custom crawler settings, stored in this browser except header values. */
export function useCrawlerSettings(userId: string | undefined) {
  const [stored, setStored] = useStored(
    userId ? `readback:crawler-settings:${userId}` : null,
    defaultDraft,
    isStoredDraft,
  )
  const [headerValues, setHeaderValues] = useState<string[]>([])
  const draft: SettingsDraft = { ...stored, headerValues }

  function change({ headerValues: values = headerValues, ...rest }: Partial<SettingsDraft>) {
    const { headerValues: _secret, ...before } = draft
    setHeaderValues(values)
    setStored({ ...before, ...rest })
  }
  function clear() {
    setHeaderValues([])
    setStored(defaultDraft)
  }
  return { draft, change, clear }
}
