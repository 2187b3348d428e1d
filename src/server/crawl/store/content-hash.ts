import { createHash } from 'node:crypto'

/** SHA-256 in base64url, the format of `pages.content_hash`. */
export const hashContent = (content: string) => createHash('sha256').update(content).digest('base64url')
