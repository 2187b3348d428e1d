/** The headers that a crawl sends to its site: sealed in its row. They are for the site alone: no log and no error names them. */
import { z } from 'zod'
import { ExtraHeader } from '#shared/crawl-settings.ts'
import type { SecretBox } from '#server/secrets/secret-box.ts'

const PURPOSE = 'crawl headers'

/** Null for none. */
export function sealHeaders(secrets: Pick<SecretBox, 'seal'>, headers: ExtraHeader[]): string | null {
  return headers.length > 0 ? secrets.seal(JSON.stringify(headers), PURPOSE) : null
}

export function openHeaders(secrets: Pick<SecretBox, 'open'>, sealed: string): ExtraHeader[] {
  return z.array(ExtraHeader).parse(JSON.parse(secrets.open(sealed, PURPOSE)))
}
