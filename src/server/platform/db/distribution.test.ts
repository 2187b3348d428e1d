import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { describe, expect, it } from 'vitest'
import { BY_OWNER, BY_PARENT, LOCAL, REFERENCE, UNIQUE_WITHOUT_KEY } from './schema/distribution.ts'
import * as schema from './schema/index.ts'

type Shape = ReturnType<typeof getTableConfig>

const tables = Object.values(schema).flatMap((each) => (is(each, PgTable) ? [getTableConfig(each)] : []))
const keyOf = ({ name }: Shape) => (BY_OWNER.includes(name) ? 'user_id' : BY_PARENT[name])

/** The columns of each primary key, unique constraint and unique index, without the keys that are a generated `id`. */
function uniqueKeysOf({ columns, primaryKeys, uniqueConstraints, indexes }: Shape): string[][] {
  const single = columns.filter((each) => each.isUnique || (each.primary && each.name !== 'id'))
  const unique = indexes.filter(({ config }) => config.unique)
  return [
    ...single.map(({ name }) => [name]),
    ...[...primaryKeys, ...uniqueConstraints].map((key) => key.columns.map(({ name }) => name)),
    ...unique.map(({ config }) => config.columns.map((each) => ('name' in each ? String(each.name) : '?'))),
  ]
}

describe('the distribution of the tables', () => {
  it('names every table once [distribution-1]', () => {
    const named = [...BY_OWNER, ...Object.keys(BY_PARENT), ...REFERENCE, ...LOCAL]
    expect(named.toSorted()).toEqual(tables.map(({ name }) => name).toSorted())
  })

  it('has in every distributed table a key that is never null, its parent’s id unless it is the owner [distribution-2]', () => {
    for (const table of tables.filter(keyOf)) {
      const key = table.columns.find(({ name }) => name === keyOf(table))
      expect(key?.notNull, `${table.name}.${keyOf(table)}`).toBe(true)
      const references = table.foreignKeys.map((each) => each.reference().columns[0]?.name)
      expect(references, `foreign keys of ${table.name}`).toContain(keyOf(table))
      if (table.name in BY_PARENT) expect(table.columns.map(({ name }) => name)).not.toContain('user_id')
    }
  })

  it('finds the key in every unique index, except in the listed ones [distribution-3]', () => {
    const without = tables.flatMap((table) => {
      const key = keyOf(table)
      const keys = key === undefined ? [] : uniqueKeysOf(table).filter((columns) => !columns.includes(key))
      return keys.map((columns) => `${table.name}(${columns.join(',')})`)
    })
    expect(without.toSorted()).toEqual(Object.keys(UNIQUE_WITHOUT_KEY).toSorted())
  })

  it('depends on functions and triggers of the database in the search of chats only [distribution-4]', () => {
    const contentsOf = (folder: string, pattern: RegExp) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => pattern.test(name) && !/\.(i?test|long)\.ts$/.test(name))
        .map((name) => readFileSync(join(folder, name), 'utf8'))
    const namesIn = (texts: string[], pattern: RegExp) => [
      ...new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name))),
    ]
    const migrations = contentsOf('src/server/platform/db/migrations', /\.sql$/)
    const functions = namesIn(migrations, /CREATE (?:OR REPLACE )?FUNCTION (\w+)/g)
    expect(functions).toContain('deduct_credits')
    const sources = contentsOf('src/server', /\.ts$/)
    expect(functions.filter((name) => sources.some((text) => text.includes(`${name}(`)))).toEqual([
      'owner_lexemes',
      'owner_query',
    ])
    expect(namesIn(migrations, /CREATE TRIGGER (\w+)/g)).toEqual(['chat_messages_words', 'chat_pages_words'])
  })
})
