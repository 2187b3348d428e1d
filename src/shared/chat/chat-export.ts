/** Export formats of a chat, and its file name. */
import { z } from 'zod'

export const ExportFormat = z.enum(['markdown', 'html', 'json'])
export type ExportFormat = z.infer<typeof ExportFormat>

/** The content type of a file in each format, for downloads and uploads. */
export const contentTypes: Readonly<Record<ExportFormat, string>> = {
  markdown: 'text/markdown; charset=utf-8',
  html: 'text/html; charset=utf-8',
  json: 'application/json; charset=utf-8',
}

const extensions: Readonly<Record<ExportFormat, string>> = { markdown: 'md', html: 'html', json: 'json' }

/** File systems allow 255 bytes, and a character may take four. */
const NAME_MAX = 60
/** Names reserved by Windows, with any extension. */
const WINDOWS_DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)$/i

/** The chat's title as a file name that is valid on every system. */
export function exportFileName(title: string, format: ExportFormat): string {
  const words = title
    .normalize('NFC')
    // Path separators, wildcards, control and invisible characters.
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}<>:"/\\|?*]+/gu, ' ')
    .replace(/\s+/g, ' ')
  const name = [...words]
    .slice(0, NAME_MAX)
    .join('')
    .replace(/^[.\s]+|[.\s]+$/g, '')
  return `${name === '' || WINDOWS_DEVICE.test(name) ? `Chat ${name}`.trim() : name}.${extensions[format]}`
}
