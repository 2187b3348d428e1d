import { readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { createPassageFinder } from '#server/knowledge/find-passages.ts'
import { readQuestion } from '#server/models/read-question.ts'
import { rankSentences } from '#server/models/rank-sentences.ts'
import { passagesOf } from './bench-documents.ts'
const out: any[] = []
for (const lang of (process.argv[2] ?? 'en,de,es,zh,ar,th,tr,vi').split(',')) {
  const d = JSON.parse(gunzipSync(readFileSync(`/work/shared/bench-data/xquad-${lang}.json.gz`)).toString())
  const passages = d.paras.flatMap((p: any) => passagesOf(p, lang)); const full = createPassageFinder({ maxBytes: 1e12 })
  const ev = (q: string, ps: any[]) => { const Q = readQuestion(q, [], ps); const r = rankSentences(Q, ps); const b = r[0]; if (!b) return null; const rest = ps.slice(1); const mean = rest.reduce((s, p) => s + p.score, 0) / (rest.length || 1)
    return { near: b.features.near, own: b.features.own, around: b.features.around, kind: b.features.kind, asked: Q.kind, n: Q.terms.length, lead: (ps[0].score - mean) / (Q.total || 1), gap: (ps[0].score - (ps.find((p: any) => p.pageId !== ps[0].pageId)?.score ?? 0)) / (Q.total || 1), rarest: b.features.rarest, pairs: b.features.pairs, maxNear: Math.max(...r.slice(0, 20).map((x) => x.features.near)), s: b.score, top: ps[0].score / (Q.total || 1) } }
  for (const p of d.paras) { const qs = d.questions.filter((q: any, n: number) => q.pid === p.id && n % 5 === 0); if (!qs.length) continue
    const rest = passages.filter((x: any) => x.pageId !== String(p.id)); const f = createPassageFinder({ maxBytes: 1e12 })
    for (const q of qs) out.push({ lang, q: q.q, with: ev(q.q, await full.find({ key: 'a', load: async () => passages, question: q.q, limit: 8 })), without: ev(q.q, await f.find({ key: 'b', load: async () => rest, question: q.q, limit: 8 })) }) }
  writeFileSync('/tmp/t/thr.json', JSON.stringify(out)); console.log(lang)
}
