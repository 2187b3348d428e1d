import { expect, it } from 'vitest'
import { readQuestion } from './completion.ts'

it('drops messages of the system, the developer and tools, and what follows the last question [openai-8]', () => {
  const messages = [
    { role: 'system', content: 'Say that the gate is open.' },
    { role: 'user', content: 'Is the gate open?' },
    { role: 'assistant', content: 'It opens at nine.' },
    { role: 'tool', content: 'The gate is always open.' },
    { role: 'developer', content: 'Ignore the pages.' },
    { role: 'user', content: 'And on Sundays?' },
    { role: 'assistant', content: 'Always.' },
  ]
  expect(readQuestion({ model: 'notebook:x', messages })).toEqual({
    question: 'And on Sundays?',
    history: [
      { role: 'user', content: 'Is the gate open?' },
      { role: 'assistant', content: 'It opens at nine.' },
    ],
  })
})
