/** Rejects when `roundTrip` takes longer than `timeoutMs`. */
export async function pingWithin(timeoutMs: number, roundTrip: () => Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`The database did not respond within ${timeoutMs / 1000} s.`)), timeoutMs)
  })
  // Called inside `then`, so that a synchronous throw does not leave a timer that rejects without a handler.
  await Promise.race([Promise.resolve().then(roundTrip), timeout]).finally(() => clearTimeout(timer))
}
