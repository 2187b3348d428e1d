/** The query of an address as anyone may type it. Screens ignore values that these functions do not accept. */
export type Search = Record<string, unknown>

export function textOrUndefined(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

export function uuidOrUndefined(value: unknown): string | undefined {
  return typeof value === 'string' && /^[0-9a-f-]{36}$/.test(value) ? value : undefined
}

export function oneOf<Known extends string>(known: readonly Known[], value: unknown): Known | undefined {
  return known.find((each) => each === value)
}
