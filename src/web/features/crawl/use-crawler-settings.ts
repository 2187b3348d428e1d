/** A person's custom crawler settings: kept in this browser, but for the values of the headers. */
import { useState } from 'react'
import { useStored } from '#web/ui/use-stored.ts'
import { KeptDraft, plainDraft } from './settings-draft.ts'
import type { SettingsDraft } from './settings-draft.ts'

const isKept = (stored: unknown): stored is KeptDraft => KeptDraft.safeParse(stored).success

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
