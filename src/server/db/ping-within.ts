/** Runs one round trip and rejects when it takes longer than `limitMs`. */
export async function pingWithin(limitMs: number, roundTrip: () => Promise<unknown>): Promise<void> {
  let limit: NodeJS.Timeout | undefined
  const tooLong = new Promise<never>((_, reject) => {
    limit = setTimeout(() => reject(new Error(`The database did not answer within ${limitMs / 1000} s.`)), limitMs)
  })
  // Called inside `then`: a round trip that throws at once must not leave the limit behind to reject unheard.
  await Promise.race([Promise.resolve().then(roundTrip), tooLong]).finally(() => clearTimeout(limit))
}
