import { useState } from 'react'
import { type ExportFormat, exportFileName } from '#shared/chat/chat-export.ts'
import { getChatFile } from '#web/api/client.ts'
import { downloadFile } from '#web/ui/download-file.ts'

type Chat = { id: string; title: string }

/** Downloads a chat as a file; `failed` is the format of the last failed attempt. */
export function useExport({ id, title }: Chat) {
  const [state, setState] = useState<{ busy: boolean; failed: ExportFormat | null }>({ busy: false, failed: null })

  async function save(format: ExportFormat) {
    // The menu stays enabled to keep the focus while the file loads.
    if (state.busy) return
    setState({ busy: true, failed: null })
    try {
      const file = await getChatFile(id, format)
      downloadFile(exportFileName(title, format), file, file.type)
      setState({ busy: false, failed: null })
    } catch {
      setState({ busy: false, failed: format })
    }
  }

  return { ...state, save }
}
