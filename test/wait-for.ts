/** Waits for a condition, never for a time: asks again until `probe` answers something truthy, and fails after `withinMs`. */
export async function waitFor<T>(
  what: string,
  probe: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  withinMs = 60_000,
): Promise<T> {
  const until = Date.now() + withinMs
  let last: unknown
  while (Date.now() < until) {
    try {
      const found = await probe()
      if (found) return found
    } catch (error) {
      last = error
    }
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error(`Waited ${withinMs} ms in vain for ${what}`, { cause: last })
}
