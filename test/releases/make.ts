/**
 * Keeps what an installation of this version holds, for every later version to open: `node test/releases/make.ts`, once
 * when a version is released. Writes VERSION.backup, an export, and adds the migrations so far to migrations.json.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { migrationsFolder } from '#server/db/migrations-folder.ts'
import { createClient } from '#test/client.ts'
import { signUp, verify } from '#test/enter.ts'
import { startServer } from '#test/running-server.ts'
import { waitFor } from '#test/wait-for.ts'
import { openWebsite } from '#test/website.ts'
import { ANSWERED, PERSON, QUESTION, RELEASE_SECRET } from './released.ts'

const here = fileURLToPath(new URL('.', import.meta.url))
const { version } = JSON.parse(readFileSync('package.json', 'utf8'))

const page = (title: string, text: string) => `<html lang="en"><title>${title}</title><main><h1>${title}</h1><p>${text}</p><a href="/lamps">Lamps</a></main></html>`
const site = await openWebsite({
  '/': page('Lighthouses', `${ANSWERED} Its tower stands four storeys high.`),
  '/lamps': page('Lamps', 'Augustin-Jean Fresnel invented the lens that bears his name in 1822.'),
})
const server = await startServer({ APP_SECRET: RELEASE_SECRET, ALLOW_PRIVATE_HOSTS: site.host })
try {
  const person = createClient(server.url)
  await signUp(person, PERSON)
  await verify(person, PERSON, await server.codeFor(PERSON))
  const { body: started } = await person.post('/api/crawls', { url: site.origin, maxPages: 2, maxDepth: 2 })
  const pageIds = await waitFor('the crawl', async () => {
    const { body } = await person.get(`/api/crawls/${started.id}`)
    return body.status === 'finished' && body.pages.map(({ id }: { id: string }) => id)
  })
  await person.post('/api/knowledge', { pageIds })
  const { body: chat } = await person.post('/api/chats', { title: 'Kept', crawled_pages: pageIds, selected_pages: pageIds, chat_history: [] })
  await person.stream(`/api/chats/${chat.id}/messages`, { question: QUESTION })
  await server.admin(['export', join(here, `${version}.backup`)])
} finally {
  await server.close()
  await site.close()
}

const digest = (file: string) => createHash('sha256').update(readFileSync(join(migrationsFolder, file))).digest('hex')
const migrations = readdirSync(migrationsFolder).filter((file) => file.endsWith('.sql')).toSorted()
writeFileSync(join(here, 'migrations.json'), `${JSON.stringify(Object.fromEntries(migrations.map((file) => [file, digest(file)])), null, 2)}\n`)
