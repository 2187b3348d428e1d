/** The six steps of a connection test (SPEC section 4) and where each of them stands. */
export const connectionSteps = [
  'Initialize',
  'Generate auth URL',
  'Open auth window',
  'Wait for callback',
  'Process auth code',
  'Verify connection',
] as const

export type StepState = 'pending' | 'running' | 'success' | 'error'

export type ConnectionProgress = {
  /** One for each step, in order. */
  states: readonly StepState[]
  /** What went wrong; '' while nothing has. */
  failure: string
}

export const notBegun: ConnectionProgress = { states: connectionSteps.map(() => 'pending'), failure: '' }

/** The step `at` runs, and what came before it has succeeded; beyond the last step all have. */
export function running(at: number): ConnectionProgress {
  return { states: connectionSteps.map((_, step) => (step < at ? 'success' : step === at ? 'running' : 'pending')), failure: '' }
}

/** What was running has failed; what comes after it stays to be done. */
export function failed({ states }: ConnectionProgress, failure: string): ConnectionProgress {
  return { states: states.map((state) => (state === 'running' ? 'error' : state)), failure }
}
