/** A chat taken along: the formats, and what its file is called. */
import { z } from 'zod'

export const ExportFormat = z.enum(['markdown', 'html', 'json'])
export type ExportFormat = z.infer<typeof ExportFormat>

const endings: Readonly<Record<ExportFormat, string>> = { markdown: 'md', html: 'html', json: 'json' }

/** Longer names are refused by some file systems, where a letter may take four of 255 bytes. */
const NAME_MAX = 60
/** Names that Windows keeps for devices, whatever comes after the dot. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)$/i

/** The chat's title as the name of a file that every system takes. */
export function exportFileName(title: string, format: ExportFormat): string {
  const words = title
    .normalize('NFC')
    // What is a path, a pattern or invisible somewhere.
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}<>:"/\\|?*]+/gu, ' ')
    .replace(/\s+/g, ' ')
  const name = [...words].slice(0, NAME_MAX).join('').replace(/^[.\s]+|[.\s]+$/g, '')
  return `${name === '' || DEVICE.test(name) ? `Chat ${name}`.trim() : name}.${endings[format]}`
}
