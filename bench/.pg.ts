import { readdirSync, readFileSync, existsSync, writeFileSync } from 'node:fs'
import { createPassageFinder } from '#server/knowledge/find-passages.ts'
import { searchQuery } from '#server/knowledge/search-query.ts'
import { createExtractiveEngine } from '#server/models/extractive-engine.ts'
import { readHtml } from '#server/reader/read-html.ts'
import { passagesOf } from './bench-documents.ts'
const cache = '/tmp/t/pg.json'
let docs: any[]
if (existsSync(cache)) docs = JSON.parse(readFileSync(cache, 'utf8'))
else {
  const dir = '/usr/share/doc/postgresql-doc-15/html/'
  docs = readdirSync(dir).filter((f) => f.endsWith('.html')).sort().map((f) => { const p = readHtml(readFileSync(dir + f, 'utf8'), { url: 'http://localhost/' + f }); return { id: f, title: p.title, text: p.content } })
  writeFileSync(cache, JSON.stringify(docs))
}
const passages = docs.flatMap((d) => passagesOf(d, 'en'))
console.log(docs.length, passages.length)
const finder = createPassageFinder({ maxBytes: 1e12 }); const load = async () => passages
const engine = createExtractiveEngine()
let history: any[] = []
const qs = process.argv.slice(2).length ? process.argv.slice(2) : ['What does autovacuum_freeze_max_age control?', 'How do I create an index without locking out writes?', 'What is the default value of max_connections?', 'Which lock does ALTER TABLE take?', 'How can I reload the configuration without restarting the server?', 'What is the difference between json and jsonb?', 'How large can a single field be?', 'When does autovacuum run ANALYZE?', 'What does pg_dump -Fc do?', 'How do I enable data checksums?', 'What is a partial index?', 'Why would a query not use an index?','What is the maximum number of columns in a table?','Which function returns the start time of the current transaction?', 'Who won the football world cup in 1954?', 'How do I install MySQL on Windows?', 'What is the price of a license?', 'How do I bake sourdough bread?']
for (const q of qs) {
  const t = performance.now()
  const found = await finder.find({ key: 'a', load, question: searchQuery(q, history), limit: 8 })
  const t2 = performance.now()
  let text = ''; const src: string[] = []
  for await (const part of engine.answer({ question: q, passages: found, history })) { if (part.type === 'text') text += part.text; else src.push(part.marker + '=' + part.passageId) }
  console.log(`\n### ${q}  (${(t2 - t).toFixed(0)} + ${(performance.now() - t2).toFixed(0)} ms)  ${src.join(' ')}  top: ${found.slice(0, 3).map((f) => f.id + ' ' + f.score.toFixed(1)).join(', ')}\n${text}`)
}
