import { readFileSync } from 'node:fs'
import { summarisePage } from '#server/models/summarise-page.ts'
const docs = JSON.parse(readFileSync('/tmp/t/pg.json', 'utf8'))
const pick = ['indexes-partial.html', 'limits.html', 'routine-vacuuming.html', 'app-pgdump.html', 'index.html', 'functions-json.html', 'mvcc-intro.html', 'history.html', 'tutorial-sql-intro.html', 'release-15-2.html']
for (const d of docs.filter((d: any) => pick.includes(d.id))) { const t = performance.now(); const r = summarisePage({ title: d.title, content: d.text, language: 'en' }); console.log('\n##', d.id, d.title, (performance.now() - t).toFixed(0) + 'ms', '\nSUM:', r.summary, '\nPTS:\n -', r.mainPoints.join('\n - '), '\nTOPICS:', r.topics.join(' | ')) }
