import { expect, it } from 'vitest'
import { connectionSteps, failed, notBegun, running } from './connection-steps.ts'

it('there are six steps, pending at first, one running after the other, all successful at the end', () => {
  expect(notBegun.states).toEqual(connectionSteps.map(() => 'pending'))
  expect(running(2).states).toEqual(['success', 'success', 'running', 'pending', 'pending', 'pending'])
  expect(running(connectionSteps.length).states).toEqual(connectionSteps.map(() => 'success'))
})

it('a failure marks the step that ran, and leaves those after it to be done', () => {
  expect(failed(running(3), 'why')).toEqual({
    states: ['success', 'success', 'success', 'error', 'pending', 'pending'],
    failure: 'why',
  })
})
