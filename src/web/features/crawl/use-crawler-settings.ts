/** A person's custom crawler settings: kept in this browser, but for the values of the headers. */
import { useState } from 'react'
import { useStored } from '#web/ui/use-stored.ts'
import { plainDraft } from './settings-draft.ts'
import type { KeptDraft, SettingsDraft } from './settings-draft.ts'

/** Of the form of a draft; whether a reader or country in it still exists is seen when it is read. */
function isKept(stored: unknown): stored is KeptDraft {
  if (typeof stored !== 'object' || stored === null) return false
  const kinds = Object.entries(plainDraft).map(([name, plain]) => [kindOf(Reflect.get(stored, name)), kindOf(plain)])
  return kinds.every(([kept, wanted]) => kept === wanted)
}

const kindOf = (value: unknown) =>
  Array.isArray(value) ? (value.every((each) => typeof each === 'string') ? 'texts' : 'others') : typeof value

export function useCrawlerSettings(userId: string | undefined) {
  const [kept, setKept] = useStored(userId ? `readback:crawler-settings:${userId}` : null, plainDraft, isKept)
  const [headerValues, setHeaderValues] = useState<string[]>([])
  const draft: SettingsDraft = { ...kept, headerValues }

  function change({ headerValues: values = headerValues, ...rest }: Partial<SettingsDraft>) {
    const { headerValues: _secret, ...before } = draft
    setHeaderValues(values)
    setKept({ ...before, ...rest })
  }
  function clear() {
    setHeaderValues([])
    setKept(plainDraft)
  }
  return { draft, change, clear }
}
