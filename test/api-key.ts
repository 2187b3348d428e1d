/** API keys, and an HTTP client that authenticates with one. */
import type { ApiScope } from '#shared/api-keys.ts'
import type { Client } from './client.ts'

/** Creates a key for `person`. */
export async function createApiKey(
  person: Client,
  scopes: readonly ApiScope[],
  name = scopes.join(' and '),
): Promise<{ id: string; secret: string }> {
  const { status, body } = await person.post('/api/keys', { name, scopes })
  if (status !== 201) throw new Error(`no key was created: ${JSON.stringify(body)}`)
  return body
}

export function createKeyClient(origin: string, secret: string) {
  return async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(origin + path, {
      method,
      headers: {
        Authorization: `Bearer ${secret}`,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    // Tests read responses of many shapes; a wrong assumption fails the test.
    const parsed: any = /json/.test(response.headers.get('content-type') ?? '') ? JSON.parse(text) : text
    return { status: response.status, headers: response.headers, body: parsed }
  }
}
