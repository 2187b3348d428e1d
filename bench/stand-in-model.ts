/**
 * Runs the stand-in AI service of test/ and prints its address. `node bench/stand-in-model.ts 400` waits 400 ms before
 * each answer.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { startAiService } from '#test/ai-service.ts'

const latencyMs = Number(process.argv[2] ?? 0)
const service = await startAiService()
service.before = () => sleep(latencyMs)
// The service keeps requests for tests; discard them to free memory.
setInterval(() => service.requests.splice(0), 1_000)
console.log(service.url)
