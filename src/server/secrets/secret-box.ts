/**
 * What is stored and must not be readable: sealed with AES-256-GCM under a key derived from APP_SECRET.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const VERSION = 'v1'
// 96 bits: the nonce length GCM is specified for (NIST SP 800-38D, 5.2.1.1).
const NONCE_BYTES = 12
const TAG_BYTES = 16

export type SecretBox = {
  /** Text to a printable sealed form. The same `purpose` is needed to open it, so that one secret cannot stand in for another. */
  seal(text: string, purpose: string): string
  /** Throws when the sealed form was changed, or sealed for another purpose or under another APP_SECRET. */
  open(sealed: string, purpose: string): string
}

export function secretBox(appSecret: string): SecretBox {
  const key = Buffer.from(hkdfSync('sha256', appSecret, 'readback', 'stored secrets v1', 32))
  return {
    seal(text, purpose) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
      cipher.setAAD(Buffer.from(purpose))
      const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return `${VERSION}.${Buffer.concat([nonce, cipher.getAuthTag(), hidden]).toString('base64url')}`
    },
    open(sealed, purpose) {
      const [version, body] = sealed.split('.')
      if (version !== VERSION || !body) throw new Error('This is not a sealed secret of a known version')
      const bytes = Buffer.from(body, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      })
      decipher.setAAD(Buffer.from(purpose))
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
      return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString(
        'utf8',
      )
    },
  }
}
