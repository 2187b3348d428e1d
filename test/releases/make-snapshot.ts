/**
 * Writes a snapshot of this version's data, which every later version must be able to open. Run it once per release:
 * `node test/releases/make-snapshot.ts`. Starts the product, creates data, exports it to LAST_MIGRATION.backup and pins the
 * migrations so far in migrations.json.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { migrationsFolder } from '#server/platform/db/migrations-folder.ts'
import { createClient } from '#test/client.ts'
import { signUp, verify } from '#test/auth-requests.ts'
import { startServer } from '#test/running-server.ts'
import { waitFor } from '#test/wait-for.ts'
import { openWebsite } from '#test/website.ts'
import { CITED_SENTENCE, PERSON, QUESTION, SNAPSHOT_SECRET } from './snapshots.ts'

const folder = fileURLToPath(new URL('.', import.meta.url))
const migrations = readdirSync(migrationsFolder)
  .filter((file) => file.endsWith('.sql'))
  .toSorted()
const schema = migrations.at(-1)?.replace(/\.sql$/, '')

const page = (title: string, text: string) =>
  `<html lang="en"><title>${title}</title><main><h1>${title}</h1><p>${text}</p><a href="/lamps">Lamps</a></main></html>`
const site = await openWebsite({
  '/': page('Lighthouses', `${CITED_SENTENCE} Its tower is four storeys high.`),
  '/lamps': page('Lamps', 'Augustin-Jean Fresnel invented the lens that bears his name in 1822.'),
})
const server = await startServer({ APP_SECRET: SNAPSHOT_SECRET, ALLOW_PRIVATE_HOSTS: site.host })
try {
  const person = createClient(server.url)
  await signUp(person, PERSON)
  await verify(person, PERSON, await server.codeFor(PERSON))
  const { body: crawl } = await person.post('/api/crawls', { url: site.origin, maxPages: 2, maxDepth: 2 })
  const pageIds = await waitFor('the crawl', async () => {
    const { body } = await person.get(`/api/crawls/${crawl.id}`)
    return body.status === 'finished' && body.pages.map(({ id }: { id: string }) => id)
  })
  await person.post('/api/knowledge', { pageIds })
  const { body: chat } = await person.post('/api/chats', {
    title: 'Lighthouses',
    crawled_pages: pageIds,
    selected_pages: pageIds,
    chat_history: [],
  })
  await person.stream(`/api/chats/${chat.id}/messages`, { question: QUESTION })
  await server.admin(['export', join(folder, `${schema}.backup`)])
} finally {
  await server.close()
  await site.close()
}

const digestOf = (file: string) =>
  createHash('sha256')
    .update(readFileSync(join(migrationsFolder, file)))
    .digest('hex')
const digests = Object.fromEntries(migrations.map((file) => [file, digestOf(file)]))
writeFileSync(join(folder, 'migrations.json'), `${JSON.stringify(digests, null, 2)}\n`)
