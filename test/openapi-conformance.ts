/** Checks the responses of a server under test against its OpenAPI document. */
import { z } from 'zod'
import type { Answered, Client } from './client.ts'

const Document = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.object({ responses: z.record(z.string(), z.unknown()) }))),
})
const ResponseEntry = z.object({ content: z.record(z.string(), z.object({ schema: z.unknown() })).optional() })

export type Conformance = {
  /** The same client; a response that the document does not describe throws. */
  of(client: Client): Client
  /** Documented responses below 400 that no client has received, of paths that start with `prefix`. */
  missingSuccesses(...prefixes: string[]): string[]
}

export async function readConformance(visitor: Client): Promise<Conformance> {
  const { paths } = Document.parse((await visitor.get('/api/openapi.json')).body)
  const received = new Set<string>()
  const templates = Object.keys(paths).map((template) => ({
    template,
    pattern: new RegExp(`^${template.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
  }))

  /** A literal path goes before one with a parameter. */
  function templateOf(pathname: string): string | undefined {
    if (paths[pathname]) return pathname
    return templates.find(({ pattern }) => pattern.test(pathname))?.template
  }

  function check(method: string, path: string, { status, headers, body }: Answered) {
    const [pathname = ''] = path.split('?')
    const template = templateOf(pathname)
    const entry = template && paths[template]?.[method.toLowerCase()]?.responses[status]
    const route = `${method} ${template ?? pathname} ${status}`
    if (!entry) throw new Error(`Not in the OpenAPI document: ${route} ${JSON.stringify(body)}`)
    received.add(route)
    const { content } = ResponseEntry.parse(entry)
    const type = headers.get('content-type')?.split(';')[0] ?? ''
    if (!content) {
      if (status < 300 && body !== '') throw new Error(`The OpenAPI document has no body for ${route}`)
      return
    }
    const media = content[type] ?? content[type.replace(/\/.*/, '/*')]
    if (!media) throw new Error(`The OpenAPI document has no ${type} for ${route}`)
    if (type !== 'application/json' || !content[type]) return
    // The document's schemas are JSON Schema.
    const parsed = z.fromJSONSchema(closed(media.schema) as z.core.JSONSchema.JSONSchema).safeParse(body)
    if (!parsed.success) throw new Error(`${route} differs from the OpenAPI document: ${z.prettifyError(parsed.error)}`)
  }

  return {
    of(client) {
      const request: Client['request'] = async (method, path, ...rest) => {
        const answer = await client.request(method, path, ...rest)
        check(method, path, answer)
        return answer
      }
      return {
        ...client,
        request,
        get: (path) => request('GET', path),
        post: (path, body = {}) => request('POST', path, body),
        put: (path, body = {}) => request('PUT', path, body),
        patch: (path, body = {}) => request('PATCH', path, body),
        delete: (path) => request('DELETE', path),
      }
    },
    missingSuccesses(...prefixes) {
      const successes = documentedSuccesses(paths)
      const wanted = successes.filter(({ path }) => prefixes.some((prefix) => path.startsWith(prefix)))
      return wanted.map(({ route }) => route).filter((route) => !received.has(route))
    },
  }
}

function documentedSuccesses(paths: z.infer<typeof Document>['paths']): { path: string; route: string }[] {
  const successes = []
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, { responses }] of Object.entries(operations)) {
      const statuses = Object.keys(responses).filter((status) => Number(status) < 400)
      for (const status of statuses) successes.push({ path, route: `${method.toUpperCase()} ${path} ${status}` })
    }
  }
  return successes
}

/** The same schema, which refuses fields that it does not name. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]))
  const isOpen = 'properties' in schema && !('additionalProperties' in schema)
  return isOpen ? { ...copy, additionalProperties: false } : copy
}
