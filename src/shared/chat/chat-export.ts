/** Export formats of a chat, and its file name. */
import { z } from 'zod'
import { titleFileName } from '#shared/file-names.ts'

export const ExportFormat = z.enum(['markdown', 'html', 'json'])
export type ExportFormat = z.infer<typeof ExportFormat>

/** The content type of a file in each format, for downloads and uploads. */
export const contentTypes: Readonly<Record<ExportFormat, string>> = {
  markdown: 'text/markdown; charset=utf-8',
  html: 'text/html; charset=utf-8',
  json: 'application/json; charset=utf-8',
}

const extensions: Readonly<Record<ExportFormat, string>> = { markdown: 'md', html: 'html', json: 'json' }

/** The chat's title as a file name that is valid on every system. */
export function exportFileName(title: string, format: ExportFormat): string {
  return titleFileName(title, { kind: 'Chat', extension: extensions[format] })
}
