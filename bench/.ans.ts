import { gunzipSync } from 'node:zlib'
import { readFileSync } from 'node:fs'
import { createPassageFinder } from '#server/knowledge/find-passages.ts'
import { readQuestion } from '#server/models/read-question.ts'
import { rankSentences, SENTENCE_WEIGHTS } from '#server/models/rank-sentences.ts'
import { passagesOf } from './bench-documents.ts'
const langs = (process.argv[3] ?? 'en,de,es,ru,ar,zh,hi,th,tr,el,ro,vi').split(',')
const sets = await Promise.all(langs.map(async (lang) => {
  const d = JSON.parse(gunzipSync(readFileSync(`/work/shared/bench-data/xquad-${lang}.json.gz`)).toString())
  const passages = d.paras.flatMap((p: any) => passagesOf(p, lang)); const finder = createPassageFinder({ maxBytes: 1e12 })
  const items: any[] = []
  for (const q of d.questions) items.push({ q, found: await finder.find({ key: 'a', load: async () => passages, question: q.q, limit: 8 }) })
  return { lang, items } }))
const norm = (s: string) => s.toLowerCase().replace(/\s+/g, ' ')
const evalAll = () => sets.map(({ items }) => { let a = 0, b = 0; for (const { q, found } of items) {
  const r = rankSentences(readQuestion(q.q, [], found), q.q, found); const top = [...new Set(r.slice(0, 6).map((x) => x.text))].slice(0, 3)
  const hit = top.map((t) => q.answers.some((g: string) => norm(t).includes(norm(g)))); if (hit[0]) a++; if (hit.some(Boolean)) b++ } return [a / items.length, b / items.length] })
const show = (name: string) => { const t = performance.now(); const o = evalAll(); const rest = o.slice(1); const m = (i: number) => (o.reduce((s, x) => s + x[i]!, 0) / o.length).toFixed(4)
  console.log(name.padEnd(18), m(0), m(1), '|', o.map((x, i) => langs[i] + ' ' + x[0]!.toFixed(3) + '/' + x[1]!.toFixed(3)).join(' '), (performance.now() - t).toFixed(0)) }
show('base')
const base = { ...SENTENCE_WEIGHTS } as Record<string, number>
for (const [key, values] of Object.entries(JSON.parse(process.argv[2] ?? '{}') as Record<string, number[]>)) for (const v of values) { Object.assign(SENTENCE_WEIGHTS, base, { [key]: v }); show(`${key}=${v}`) }
