import { readFileSync } from 'node:fs'
import { createPassageFinder } from '#server/knowledge/find-passages.ts'
import { readQuestion } from '#server/models/read-question.ts'
import { rankSentences } from '#server/models/rank-sentences.ts'
import { passagesOf } from './bench-documents.ts'
const docs = JSON.parse(readFileSync('/tmp/t/pg.json', 'utf8')); const passages = docs.flatMap((d: any) => passagesOf(d, 'en'))
const finder = createPassageFinder({ maxBytes: 1e12 })
for (const q of process.argv.slice(2)) {
  const found = await finder.find({ key: 'a', load: async () => passages, question: q, limit: 14 })
  console.log('##', q); for (const f of found) console.log(f.id, f.score.toFixed(1), f.text.length, JSON.stringify(f.text.slice(0, 90)))
  const Q = readQuestion(q, [], found.slice(0, 8)); console.log(Q.kind, Q.terms.map((t) => t.term + ':' + t.weight.toFixed(1)).join(' '))
  for (const r of rankSentences(Q, found.slice(0, 8)).slice(0, 7)) console.log(r.score.toFixed(2), r.passage.id, r.text.slice(0, 140).replace(/\n/g, '⏎'), JSON.stringify(Object.fromEntries(Object.entries(r.features).map(([k, v]) => [k, +v.toFixed(2)]))))
}
