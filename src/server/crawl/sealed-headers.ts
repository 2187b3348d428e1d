/**
 * The extra headers of a crawl, sealed in its row. They go to the crawled site only: never log them or name them in an
 * error.
 */
import { z } from 'zod'
import { ExtraHeader } from '#shared/crawl/crawl-settings.ts'
import { type SecretBox, secretPurposes } from '#server/platform/secret-box.ts'

/** Returns null for an empty list. */
export function sealHeaders(secrets: Pick<SecretBox, 'seal'>, headers: ExtraHeader[]): string | null {
  return headers.length > 0 ? secrets.seal(JSON.stringify(headers), secretPurposes.crawlHeaders) : null
}

export function openHeaders(secrets: Pick<SecretBox, 'open'>, sealed: string): ExtraHeader[] {
  return z.array(ExtraHeader).parse(JSON.parse(secrets.open(sealed, secretPurposes.crawlHeaders)))
}
