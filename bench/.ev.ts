import { gunzipSync } from 'node:zlib'
import { readFileSync, writeFileSync } from 'node:fs'
import { createPassageFinder } from '#server/knowledge/find-passages.ts'
import { readQuestion } from '#server/models/read-question.ts'
import { rankSentences } from '#server/models/rank-sentences.ts'
import { splitSentences } from '#server/text/sentences.ts'
import { termReader, fold } from '#server/text/terms.ts'
import { isStopWord } from '#server/text/stop-words.ts'
import { readWords } from '#server/text/words.ts'
import { passagesOf } from './bench-documents.ts'
const langs = (process.argv[2] ?? 'en,de,es,ru,ar,zh,hi,th,tr,el,ro,vi').split(',')
function nearest(term: string, held: Iterable<string>) { if (term.length < 4) return 0; let best = 0; for (const word of held) { if (word.length < 4 || word[0] !== term[0]) continue; let same = 0; while (same < term.length && same < word.length && term[same] === word[same]) same++; if (same >= 3) best = Math.max(best, (2 * same) / (term.length + word.length)) } return best }
for (const lang of langs) {
  const d = JSON.parse(gunzipSync(readFileSync(`/work/shared/bench-data/xquad-${lang}.json.gz`)).toString())
  const termOf = termReader(lang)
  const passages = d.paras.flatMap((p: any) => passagesOf(p, lang)); const full = createPassageFinder({ maxBytes: 1e12 })
  const out: any[] = []
  const describe = (q: string, ps: any[]) => {
    const question = readQuestion(q, [], ps); const ranked = rankSentences(question, ps); const best = ranked[0]
    if (!best) return null
    const text = best.passage.text; const ss = splitSentences(text).map((s) => new Set(readWords(text.slice(s.start, s.end)).map((w) => termOf(w.text))))
    const at = splitSentences(text).findIndex((s) => s.start === best.span.start)
    const own = ss[at] ?? new Set<string>(); const near = new Set([...own, ...(ss[at - 1] ?? []), ...(ss[at + 1] ?? [])]); const all = new Set(ss.flatMap((s) => [...s]))
    const title = new Set(readWords(best.passage.pageTitle).map((w) => termOf(w.text)))
    const raw = readWords(q).filter((w) => w.kind !== 'gram')
    const terms = question.terms.map(({ term, weight }) => { const w = raw.find((w) => termOf(w.text) === term); const name = w ? /^\p{Lu}/u.test(w.text) && w.start > 0 ? 1 : /\p{N}/u.test(w.text) ? 2 : 0 : 0
      const f = (s: Set<string>) => s.has(term) ? 1 : +nearest(term, s).toFixed(3)
      return { term, weight: +weight.toFixed(3), name, own: f(own), near: f(near), all: f(all), title: title.has(term) ? 1 : 0 } })
    return { kind: question.kind, scores: ps.map((p) => +p.score.toFixed(3)), pages: ps.map((p) => p.pageId), bf: best.features, s: ranked.slice(0, 4).map((r) => +r.score.toFixed(3)), terms, max: Math.max(...Object.values(ps[0].found.rarity as Record<string, number>)), rar: ps[0].found.rarity, sent: best.text }
  }
  for (const p of d.paras) {
    const qs = d.questions.filter((q: any) => q.pid === p.id).slice(0, 3)
    const rest = passages.filter((x: any) => x.pageId !== String(p.id)); const finder = createPassageFinder({ maxBytes: 1e12 })
    for (const q of qs) {
      const a = await full.find({ key: 'a', load: async () => passages, question: q.q, limit: 8 }); const b = await finder.find({ key: 'b', load: async () => rest, question: q.q, limit: 8 })
      const has = (t?: string) => !!t && q.answers.some((g: string) => t.toLowerCase().includes(g.toLowerCase()))
      const A = describe(q.q, a), B = describe(q.q, b)
      out.push({ q: q.q, ans: q.answers, title: p.title, with: A, without: B, leak: has(B?.sent), right: has(A?.sent) })
    }
  }
  writeFileSync(`/tmp/t/ev-${lang}.json`, JSON.stringify(out)); console.log(lang)
}
