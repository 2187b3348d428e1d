/** What of an address's query a screen believes; the rest is as if it were not there. */
export type Search = Record<string, unknown>

export const text = (value: unknown) => (typeof value === 'string' ? value : undefined)

export const one = <Known extends string>(value: unknown, known: readonly Known[]) =>
  known.find((each) => each === value)
