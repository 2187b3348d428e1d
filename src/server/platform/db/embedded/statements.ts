/** Encodes statements for the engine's thread and decodes their results. */
import type { QueryOptions, Results } from '@electric-sql/pglite'
import type { Request } from './messages.ts'

export type Statement = Omit<Request, 'id' | 'begin' | 'inTransaction'>

export function toRequest(
  kind: Request['kind'],
  sql: string,
  params: unknown[] = [],
  { rowMode = 'object', parsers = {}, serializers, blob }: QueryOptions = {},
): Statement {
  if (serializers || blob) throw new Error('The embedded database supports neither serializers nor blobs.')
  return { kind, sql, params, rowMode, rawTypes: Object.keys(parsers).map(Number) }
}

/** Applies the caller's parsers, which cannot be sent to the thread because they are functions. */
export function parseResults<T>(results: Results[], { parsers = {}, rowMode }: QueryOptions) {
  for (const { fields, rows } of results) {
    fields.forEach(({ name, dataTypeID }, position) => {
      const parser = parsers[dataTypeID]
      if (!parser) return
      const key = rowMode === 'array' ? position : name
      for (const row of rows) if (typeof row[key] === 'string') row[key] = parser(row[key])
    })
  }
  return results as [Results<T>, ...Results<T>[]] // PGlite returns at least one result; the caller names the row type
}

/** Folds an unquoted channel name to lower case, as PostgreSQL does. */
export function channelName(channel: string) {
  return channel.startsWith('"') && channel.endsWith('"') ? channel.slice(1, -1) : channel.toLowerCase()
}

export function listenTo(name: string) {
  return toRequest('exec', `listen ${quoted(name)}`)
}

export function stopListeningTo(name: string) {
  return toRequest('exec', `unlisten ${quoted(name)}`)
}

function quoted(name: string) {
  return `"${name.replaceAll('"', '""')}"`
}
