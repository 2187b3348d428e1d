/** A TOTP authenticator (RFC 6238: SHA-1, six digits, 30 seconds). */
import { createHmac } from 'node:crypto'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The code for a base32 secret at `now`. */
export function codeOf(secret: string, now = Date.now()): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(now / 30_000)))
  const digest = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 15
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** The next code, which servers already accept. For use when the current code is already used up. */
export const nextCodeOf = (secret: string) => codeOf(secret, Date.now() + 30_000)

/** A code that is invalid for several minutes before and after now. */
export function wrongFactorCode(secret: string): string {
  const near = Array.from({ length: 21 }, (_, step) => codeOf(secret, Date.now() + (step - 10) * 30_000))
  return ['000000', '111111', '222222'].find((code) => !near.includes(code)) ?? '333333'
}

function fromBase32(text: string): Buffer {
  const bits = [...text.replace(/=+$/, '')]
    .map((character) => ALPHABET.indexOf(character).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
