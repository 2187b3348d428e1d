import { expect, it } from 'vitest'
import { connectionSteps, failed, notStarted, running } from './connection-steps.ts'

it('has six steps that run one after another [connection-steps-1]', () => {
  expect(notStarted.states).toEqual(connectionSteps.map(() => 'pending'))
  expect(running(2).states).toEqual(['success', 'success', 'running', 'pending', 'pending', 'pending'])
  expect(running(connectionSteps.length).states).toEqual(connectionSteps.map(() => 'success'))
})

it('marks the running step as failed and leaves later steps pending', () => {
  expect(failed(running(3), 'why')).toEqual({
    states: ['success', 'success', 'success', 'error', 'pending', 'pending'],
    failure: 'why',
  })
})
