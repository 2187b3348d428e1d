/**
 * Reseals the columns that are encrypted with APP_SECRET when a backup moves to an installation with another secret.
 */
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import { z } from 'zod'
import { createSecretBox, secretPurposes } from '#server/platform/secret-box.ts'

export type Row = Record<string, unknown>
type Secrets = { from: string; to: string }

/**
 * By table and column: the purpose of a sealed text, given its name (the column, or the field within a JSON column).
 * `null` for the columns that Better Auth encrypts itself.
 */
const SEALED_COLUMNS: Record<string, Record<string, (name: string) => string | null>> = {
  chat_shares: { sealed_token: () => secretPurposes.shareToken },
  change_outlets: { webhook_secret: () => secretPurposes.webhook },
  crawls: { sealed_headers: () => secretPurposes.crawlHeaders },
  system_settings: {
    value: (name) => (name.startsWith('zoho_tokens') ? secretPurposes.zohoTokens : secretPurposes.setting(name)),
  },
  two_factors: { secret: () => null, backup_codes: () => null },
}

/** The row without its sealed columns, which differ between installations. */
export function omitSealed(table: string, row: Row): Row {
  const sealed = SEALED_COLUMNS[table]
  return sealed ? Object.fromEntries(Object.entries(row).filter(([name]) => !(name in sealed))) : row
}

export const hasSealedColumns = (table: string) => table in SEALED_COLUMNS

/** Opens everything sealed in a row under `from` and seals it under `to`. Throws when a value cannot be opened. */
export async function resealRow(table: string, row: Row, secrets: Secrets): Promise<Row> {
  const sealed = SEALED_COLUMNS[table]
  if (!sealed || secrets.from === secrets.to) return row
  const resealed = { ...row }
  for (const [column, purposeOf] of Object.entries(sealed)) {
    const value = row[column]
    if (typeof value === 'string') {
      resealed[column] = await resealText(value, purposeOf(column), secrets)
    } else if (value) {
      const fields = z.record(z.string(), z.unknown()).parse(value)
      resealed[column] = await resealFields(fields, String(row['key']), purposeOf, secrets)
    }
  }
  return resealed
}

/** Reseals the sealed texts in a JSON column; the other fields stay. */
async function resealFields(
  value: Row,
  rowKey: string,
  purposeOf: (name: string) => string | null,
  secrets: Secrets,
): Promise<Row> {
  const entries = await Promise.all(
    Object.entries(value).map(async ([name, field]) => {
      if (typeof field !== 'string' || !field.startsWith('v1.')) return [name, field] as const
      const purpose = purposeOf(rowKey === 'zoho_tokens' ? `${rowKey} ${name}` : name)
      return [name, await resealText(field, purpose, secrets)] as const
    }),
  )
  return Object.fromEntries(entries)
}

async function resealText(text: string, purpose: string | null, { from, to }: Secrets) {
  if (purpose === null) return symmetricEncrypt({ key: to, data: await symmetricDecrypt({ key: from, data: text }) })
  return createSecretBox(to).seal(createSecretBox(from).open(text, purpose), purpose)
}
