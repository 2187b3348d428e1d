import { Client } from 'pg'

/** Runs one statement on the server that `serverUrl` names. */
export async function onServer(serverUrl: string, statement: string) {
  const client = new Client({ connectionString: serverUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** The address of another database on the same server. */
export function withName(serverUrl: string, name: string) {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}
