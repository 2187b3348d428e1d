import { expect, it } from 'vitest'
import { createSecretBox } from './secret-box.ts'

const box = createSecretBox('a secret of at least thirty-two characters')

it('opens what it sealed: empty, short, non-ASCII and long text', () => {
  for (const text of ['', 'sk-123', 'schlüssel 鍵 🔑', 'x'.repeat(100_000)]) {
    expect(box.open(box.seal(text, 'api_keys'), 'api_keys')).toBe(text)
  }
})

it('never seals the same text to the same form', () => {
  expect(box.seal('sk-123', 'api_keys')).not.toBe(box.seal('sk-123', 'api_keys'))
})

it('does not show the text in the sealed form', () => {
  const sealed = box.seal('a recognizable text', 'api_keys')
  expect(Buffer.from(sealed.split('.')[1] ?? '', 'base64url').toString('latin1')).not.toContain('recognizable')
})

it('refuses a sealed form in which any byte was changed', () => {
  const [version, body = ''] = box.seal('sk-123', 'api_keys').split('.')
  const bytes = Buffer.from(body, 'base64url')
  for (const index of bytes.keys()) {
    const changed = Buffer.from(bytes)
    changed[index] = (changed[index] ?? 0) ^ 1
    expect(() => box.open(`${version}.${changed.toString('base64url')}`, 'api_keys')).toThrow()
  }
})

it('refuses a secret sealed for another purpose or under another APP_SECRET', () => {
  const sealed = box.seal('sk-123', 'api_keys')
  expect(() => box.open(sealed, 'zoho_tokens')).toThrow()
  expect(() => createSecretBox('another secret of at least thirty-two').open(sealed, 'api_keys')).toThrow()
})

it('refuses text that was never sealed', () => {
  for (const text of ['', 'sk-123', 'v1.', 'v2.AAAA', 'v1.AAAA']) expect(() => box.open(text, 'api_keys')).toThrow()
})
