import { createHash } from 'node:crypto'

/** What tells two texts of a page apart: SHA-256 in base64url, as `pages.content_hash` holds it. */
export const hashContent = (content: string) => createHash('sha256').update(content).digest('base64url')
