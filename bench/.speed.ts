import { readdirSync, readFileSync } from 'node:fs'
import { buildPassageIndex } from '#server/knowledge/index-passages.ts'
import { passagesOf } from './bench-documents.ts'
const dir = '/usr/share/doc/postgresql-doc-15/html/'
const docs = readdirSync(dir).filter((f) => f.endsWith('.html')).map((f) => { const h = readFileSync(dir + f, 'utf8'); return { id: f, title: /<title>([^<]*)/.exec(h)?.[1] ?? f, text: h.replace(/<(script|style)[\s\S]*?<\/\1>/g, '').replace(/<h(\d)[^>]*>/g, '\n\n# ').replace(/<(p|div|li|tr|pre|br|\/p|\/div)[^>]*>/g, '\n\n').replace(/<[^>]+>/g, '').replace(/&lt;/g, '<').replace(/&nbsp;|&#160;/g, ' ').replace(/&amp;/g, '&') } })
let t = performance.now()
let passages = docs.flatMap((d) => passagesOf(d, 'en'))
console.log('pages', docs.length, 'split ms', performance.now() - t, 'passages', passages.length, 'mean len', passages.reduce((a, p) => a + p.text.length, 0) / passages.length)
const N = 20000
const all: typeof passages = []
for (let i = 0; all.length < N; i++) { const p = passages[i % passages.length]!; all.push({ ...p, id: p.id + '/' + i }) }
let worst = 0, last = performance.now(), on = true
const tick = () => { const n = performance.now(); worst = Math.max(worst, n - last); last = n; if (on) setImmediate(tick) }
tick()
t = performance.now()
const idx = await buildPassageIndex(all)
on = false
console.log('index ms', performance.now() - t, 'chars', all.reduce((a, p) => a + p.text.length, 0) / 1e6, 'worst block ms', worst, 'MB', idx.bytes / 1e6)
const qs = ['What does autovacuum_freeze_max_age control?', 'How do I create an index concurrently?', 'Which function returns the current timestamp of the transaction and how is it different from the statement timestamp?', 'when does a checkpoint happen', 'how many connections are allowed by default']
const times: number[] = []; for (const q of qs) { const s = performance.now(); idx.search(q, 8); console.log("first", performance.now()-s) }
for (let r = 0; r < 20; r++) for (const q of qs) { const s = performance.now(); idx.search(q, 8); times.push(performance.now() - s) }
times.sort((a, b) => a - b); console.log('p50', times[50], 'p95', times[95])
