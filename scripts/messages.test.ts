import { expect, test } from 'vitest'
import { messageProblems } from './messages.mjs'

test('reports a message of the specification that the error table lacks or another file repeats', () => {
  const rows = [{ section: '8 Chat', asked: 'Loading: “Failed to load chat”', state: 'built' }]
  const problems = (sources: Record<string, string>) =>
    messageProblems({ rows, sources: new Map(Object.entries(sources)), catalog: 'errors.ts' })
  expect(problems({ 'errors.ts': `'Failed to load chat'`, 'a.ts': `errorMessage('chat.not-found')` })).toEqual([])
  expect(problems({ 'errors.ts': `'Failed to open chat'` })).toHaveLength(1)
  expect(problems({ 'errors.ts': `'Failed to load chat'`, 'a.tsx': '<p>Failed to load chat</p>' })).toHaveLength(1)
})
