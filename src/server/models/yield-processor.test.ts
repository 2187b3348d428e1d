import { readdirSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { expect, it } from 'vitest'
import { waitFor } from '#test/wait-for.ts'
import { openSummaryThread } from './open-summary-thread.ts'

/** The 19th field of a thread's stat, the 17th behind its name. */
const nicenessOf = (thread: string) => Number(readFileSync(`/proc/self/task/${thread}/stat`, 'utf8').split(') ')[1]?.split(' ')[16])

it('the thread that summarises pages leaves the processor to the rest of the server', async () => {
  const before = readdirSync('/proc/self/task')
  const own = getPriority()
  const analysis = await openSummaryThread()({ title: 'A page', content: 'One sentence. Another sentence.', language: 'en' })
  expect(analysis.summary).toContain('One sentence.')
  const started = () => readdirSync('/proc/self/task').filter((thread) => !before.includes(thread))
  await waitFor('a thread of lower priority', () => started().some((thread) => nicenessOf(thread) === own + 10))
  expect(getPriority(), 'the process itself').toBe(own)
})
