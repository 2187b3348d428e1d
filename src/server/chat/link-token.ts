/** Random tokens of secret links and feeds. A token grants access, so only its hash is stored for the lookup. */
import { createHash, randomBytes } from 'node:crypto'

/** 256 bits, so that a token cannot be guessed. */
const TOKEN_BYTES = 32
const TOKEN = /^[\w-]{43}$/

export const createToken = () => randomBytes(TOKEN_BYTES).toString('base64url')

/** False for a text that no `createToken` returned. */
export const isToken = (text: string) => TOKEN.test(text)

export const hashLinkToken = (token: string) => createHash('sha256').update(token).digest('hex')
