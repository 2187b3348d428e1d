/** The six steps of a connection test (specification, section 4). */
export const connectionSteps = [
  'storage.stepInitialize',
  'storage.stepGenerateUrl',
  'storage.stepOpenWindow',
  'storage.stepWaitCallback',
  'storage.stepProcessCode',
  'storage.stepVerify',
] as const

export type StepState = 'pending' | 'running' | 'success' | 'error'

export type ConnectionProgress = {
  /** One per step. */
  states: readonly StepState[]
  /** Error text; '' without an error. */
  failure: string
}

export const notStarted: ConnectionProgress = { states: connectionSteps.map(() => 'pending'), failure: '' }

/** Progress while step `index` runs; past the last index all steps have succeeded. */
export function running(index: number): ConnectionProgress {
  return {
    states: connectionSteps.map((_, step) => (step < index ? 'success' : step === index ? 'running' : 'pending')),
    failure: '',
  }
}

/** Marks the running step as failed. */
export function failed({ states }: ConnectionProgress, failure: string): ConnectionProgress {
  return { states: states.map((state) => (state === 'running' ? 'error' : state)), failure }
}
