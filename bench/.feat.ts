import { gunzipSync } from 'node:zlib'
import { readFileSync, writeFileSync } from 'node:fs'
import { createPassageFinder } from '#server/knowledge/find-passages.ts'
import { readQuestion } from '#server/models/read-question.ts'
import { sentenceCandidates } from '#server/models/sentence-features.ts'
import { passagesOf } from './bench-documents.ts'
const langs = (process.argv[2] ?? 'en,de,es,ru,ar,zh,hi,th,tr,el,ro,vi').split(',')
const norm = (s: string) => s.toLowerCase().replace(/\s+/g, ' ')
for (const lang of langs) {
  const d = JSON.parse(gunzipSync(readFileSync(`/work/shared/bench-data/xquad-${lang}.json.gz`)).toString())
  const passages = d.paras.flatMap((p: any) => passagesOf(p, lang)); const finder = createPassageFinder({ maxBytes: 1e12 })
  const titles = new Map(d.paras.map((p: any) => [String(p.id), p.title]))
  const out: any[] = []
  for (const q of d.questions) {
    const all = await finder.find({ key: 'a', load: async () => passages, question: q.q, limit: 16 })
    const without = all.filter((p) => p.pageId !== String(q.pid)).slice(0, 8)
    const found = all.slice(0, 8)
    const row = (ps: any[]) => { const question = readQuestion(q.q, [], ps); return { kind: question.kind, nterms: question.terms.length, total: question.total, pscore: ps[0]?.score ?? 0, pscore2: ps[1]?.score ?? 0, rarity: ps[0]?.found?.rarity, c: sentenceCandidates(question, ps).map((c) => ({ f: Object.values(c.features).map((x) => +x.toFixed(4)), hit: q.answers.some((g: string) => norm(c.text).includes(norm(g))), gold: c.passage.pageId === String(q.pid), t: c.text.length, h: c.text.slice(0,30) })) } }
    out.push({ q: q.q, title: titles.get(String(q.pid)), with: row(found), without: row(without) })
  }
  writeFileSync(`/tmp/t/feat-${lang}.json`, JSON.stringify(out)); console.log(lang)
}
