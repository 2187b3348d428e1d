/**
 * The largest parameter of a statement. A value of 100 MB takes 1 GB in the embedded engine, which never frees it.
 * PostgreSQL has the same limit here, so that both databases accept the same.
 */
const VALUE_CAP_BYTES = 10 * 1024 * 1024

/** Throws `ValueTooLargeError` when a parameter, or an element of one, is over the cap. */
export function refuseLargeValues(params: readonly unknown[]) {
  for (const value of params) {
    if (Array.isArray(value)) refuseLargeValues(value)
    else if (isOverCap(value)) throw new ValueTooLargeError()
  }
}

export class ValueTooLargeError extends Error {
  constructor() {
    super('A value of more than 10 MB was refused by the database.')
    this.name = 'ValueTooLargeError'
  }
}

function isOverCap(value: unknown) {
  if (typeof value === 'string') {
    // One UTF-16 unit is at most three bytes of UTF-8, so most strings need no counting.
    return value.length * 3 > VALUE_CAP_BYTES && Buffer.byteLength(value) > VALUE_CAP_BYTES
  }
  if (value instanceof Uint8Array) return value.byteLength > VALUE_CAP_BYTES
  return false
}
