import { useState } from 'react'
import { type ExportFormat, exportFileName } from '#shared/chat-export.ts'
import { getChatFile } from '#web/client.ts'
import { offerFile } from '#web/ui/offer-file.ts'

type Chat = { id: string; title: string }

/** Saves a chat as a file; `failed` is the format that did not come, until it is tried again or given up. */
export function useExport({ id, title }: Chat) {
  const [state, setState] = useState<{ busy: boolean; failed: ExportFormat | null }>({ busy: false, failed: null })

  async function save(format: ExportFormat) {
    // The menu stays where the focus is while a file is on its way.
    if (state.busy) return
    setState({ busy: true, failed: null })
    try {
      const file = await getChatFile(id, format)
      offerFile(exportFileName(title, format), file, file.type)
      setState({ busy: false, failed: null })
    } catch {
      setState({ busy: false, failed: format })
    }
  }

  return { ...state, save, giveUp: () => setState({ busy: false, failed: null }) }
}
