import { gunzipSync } from 'node:zlib'
import { readFileSync } from 'node:fs'
import { build } from './retrieve.ts'
import { WEIGHTS } from '#server/knowledge/rank-passages.ts'
const langs = (process.argv[3] ?? 'en,de,es,ru,ar,zh,hi,th,tr,el,ro,vi').split(',')
const sets = await Promise.all(langs.map(async (lang) => { const d = JSON.parse(gunzipSync(readFileSync(`/work/shared/bench-data/xquad-${lang}.json.gz`)).toString()); return { lang, d, idx: await build(d.paras, { lang }) } }))
const evalAll = () => { const out: number[] = []; for (const { d, idx } of sets) { let r = 0; for (const q of d.questions) if (idx.search(q.q, 1)[0] === q.pid) r++; out.push(r / d.questions.length) } return out }
const show = (name: string) => { const o = evalAll(); console.log(name.padEnd(26), (o.reduce((a, b) => a + b) / langs.length).toFixed(4), Math.min(...o).toFixed(3), o.map((x) => x.toFixed(3)).join(' ')) }
show('base')
const base = { ...WEIGHTS } as Record<string, number>
const grid: Record<string, number[]> = JSON.parse(process.argv[2] ?? '{}')
for (const [key, values] of Object.entries(grid)) for (const v of values) { Object.assign(WEIGHTS, base, { [key]: v }); show(`${key}=${v}`) }
