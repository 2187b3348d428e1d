/** What lies sealed under APP_SECRET in the tables, so that an installation with another one can seal it anew. */
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import { z } from 'zod'
import { secretBox } from '#server/secrets/secret-box.ts'

export type Row = Record<string, unknown>

/** A column of a table, and what its sealed texts were sealed for; `null` for those of the second factor. */
const SEALED: Record<string, Record<string, (name: string) => string | null>> = {
  crawls: { sealed_headers: () => 'crawl headers' },
  system_settings: { value: (name) => (name.startsWith('zoho_tokens') ? 'zoho tokens' : `setting ${name}`) },
  two_factors: { secret: () => null, backup_codes: () => null },
}

/** The row without what is sealed: the same in every installation. */
export function withoutSealed(table: string, row: Row): Row {
  const sealed = SEALED[table]
  return sealed ? Object.fromEntries(Object.entries(row).filter(([name]) => !(name in sealed))) : row
}

export const hasSealed = (table: string) => table in SEALED

/** The row with everything sealed opened under the one secret and sealed under the other. Throws when it cannot be opened. */
export async function resealed(table: string, row: Row, secrets: { from: string; to: string }): Promise<Row> {
  const sealed = SEALED[table]
  if (!sealed || secrets.from === secrets.to) return row
  const anew = { ...row }
  for (const [column, purposeOf] of Object.entries(sealed)) {
    const purpose = purposeOf(column)
    const value = row[column]
    if (typeof value === 'string') anew[column] = await resealText(value, purpose, secrets)
    else if (value) anew[column] = await resealFields(z.record(z.string(), z.unknown()).parse(value), String(row['key']), purposeOf, secrets)
  }
  return anew
}

/** A JSON value whose texts are sealed one by one. */
async function resealFields(
  value: Row,
  key: string,
  purposeOf: (name: string) => string | null,
  secrets: { from: string; to: string },
): Promise<Row> {
  const entries = await Promise.all(
    Object.entries(value).map(async ([name, field]) => {
      if (typeof field !== 'string' || !field.startsWith('v1.')) return [name, field] as const
      return [name, await resealText(field, purposeOf(key === 'zoho_tokens' ? `${key} ${name}` : name), secrets)] as const
    }),
  )
  return Object.fromEntries(entries)
}

async function resealText(text: string, purpose: string | null, { from, to }: { from: string; to: string }) {
  if (purpose === null) return symmetricEncrypt({ key: to, data: await symmetricDecrypt({ key: from, data: text }) })
  return secretBox(to).seal(secretBox(from).open(text, purpose), purpose)
}
