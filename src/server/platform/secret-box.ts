/** Encrypts secrets at rest: AES-256-GCM with a key derived from APP_SECRET. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const VERSION = 'v1'
// 96 bits: the nonce length GCM is specified for (NIST SP 800-38D, 5.2.1.1).
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * The purposes in use. A purpose is authenticated with the text, so one sealed secret cannot be opened as another. The
 * backup reseals every secret under its purpose when it moves to an installation with another APP_SECRET.
 */
export const secretPurposes = {
  crawlHeaders: 'crawl headers',
  mail: 'queued mail',
  shareToken: 'share token',
  webhook: 'webhook secret',
  zohoTokens: 'zoho tokens',
  setting: (name: string) => `setting ${name}`,
}

export type SecretBox = {
  /** Returns a printable sealed form, which opens only with the same `purpose`. */
  seal(text: string, purpose: string): string
  /** Throws when the sealed form was changed, or was sealed for another purpose or under another APP_SECRET. */
  open(sealed: string, purpose: string): string
}

export function createSecretBox(appSecret: string): SecretBox {
  const key = Buffer.from(hkdfSync('sha256', appSecret, 'readback', 'stored secrets v1', 32))
  return {
    seal(text, purpose) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
      cipher.setAAD(Buffer.from(purpose))
      const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return `${VERSION}.${Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString('base64url')}`
    },
    open(sealed, purpose) {
      const [version, body] = sealed.split('.')
      if (version !== VERSION || !body) throw new Error('Not a sealed secret of a known version')
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
