/** An authenticator app (RFC 6238: SHA-1, six digits, thirty seconds). */
import { createHmac } from 'node:crypto'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The six digits that an app with this base 32 secret shows at `now`. */
export function codeOf(secret: string, now = Date.now()): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(now / 30_000)))
  const digest = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 15
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** The six digits after these, which are right already: for whoever used the present ones a moment ago. */
export const nextCodeOf = (secret: string) => codeOf(secret, Date.now() + 30_000)

/** Six digits that no app with this secret shows within a few minutes of now. */
export function wrongFactorCode(secret: string): string {
  const near = Array.from({ length: 21 }, (_, step) => codeOf(secret, Date.now() + (step - 10) * 30_000))
  return ['000000', '111111', '222222'].find((code) => !near.includes(code)) ?? '333333'
}

function fromBase32(text: string): Buffer {
  const bits = [...text.replace(/=+$/, '')].map((sign) => ALPHABET.indexOf(sign).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
