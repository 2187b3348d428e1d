import { readdirSync, readFileSync } from 'node:fs'
import { constants, getPriority } from 'node:os'
import { expect, it } from 'vitest'
import { waitFor } from '#test/wait-for.ts'
import { createSummaryThread } from './summary-thread.ts'

/** The 19th field of /proc/…/stat: the 17th after the thread's name. */
const nicenessOf = (thread: string) =>
  Number(readFileSync(`/proc/self/task/${thread}/stat`, 'utf8').split(') ')[1]?.split(' ')[16])

it('runs summaries in a thread of lower priority than the rest of the process', async () => {
  const before = readdirSync('/proc/self/task')
  const processPriority = getPriority()
  const analysis = await createSummaryThread()({
    title: 'A page',
    content: 'One sentence. Another sentence.',
    language: 'en',
  })
  expect(analysis.summary).toContain('One sentence.')
  const started = () => readdirSync('/proc/self/task').filter((thread) => !before.includes(thread))
  await waitFor('a thread of lower priority', () =>
    started().some((thread) => nicenessOf(thread) === constants.priority.PRIORITY_BELOW_NORMAL),
  )
  expect(getPriority(), 'the process itself').toBe(processPriority)
})
