/** The stand-in model of test/ as a program that prints its address: `node bench/stand-in-model.ts 400` thinks 400 ms before each answer. */
import { setTimeout as sleep } from 'node:timers/promises'
import { startAiService } from '#test/ai-service.ts'

const thinksMs = Number(process.argv[2] ?? 0)
const service = await startAiService()
service.before = () => sleep(thinksMs)
// What was asked is kept for tests; here it would only fill the memory.
setInterval(() => service.requests.splice(0), 1_000)
console.log(service.url)
