import { Client } from 'pg'

/** Runs one SQL statement in the database at `serverUrl` and returns its rows. */
export async function runStatement(serverUrl: string, statement: string): Promise<unknown[]> {
  const client = new Client({ connectionString: serverUrl })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

/** The URL of another database on the same server. */
export function withDatabaseName(serverUrl: string, name: string) {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}
