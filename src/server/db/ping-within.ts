/** Runs one round trip and rejects when it takes longer than `limitMs`. */
export async function pingWithin(limitMs: number, roundTrip: () => Promise<unknown>): Promise<void> {
  let limit: NodeJS.Timeout | undefined
  const tooLong = new Promise<never>((_, reject) => {
    limit = setTimeout(() => reject(new Error(`The database did not answer within ${limitMs / 1000} s.`)), limitMs)
  })
  await Promise.race([roundTrip(), tooLong]).finally(() => clearTimeout(limit))
}
