/** Polls `probe` until it returns a truthy value and returns that value. Throws after `withinMs`. */
export async function waitFor<T>(
  what: string,
  probe: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  withinMs = 60_000,
): Promise<T> {
  const deadline = Date.now() + withinMs
  let lastError: unknown
  while (Date.now() < deadline) {
    try {
      const found = await probe()
      if (found) return found
    } catch (error) {
      lastError = error
    }
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error(`Timed out after ${withinMs} ms waiting for ${what}`, { cause: lastError })
}
