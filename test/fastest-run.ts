/** Milliseconds of the fastest of several runs: a busy machine delays some of them, slow code all of them. */
export async function fastestRun(run: () => unknown, runs = 5): Promise<number> {
  const times: number[] = []
  for (let count = 0; count < runs; count++) {
    const startedAt = performance.now()
    await run()
    times.push(performance.now() - startedAt)
  }
  return Math.min(...times)
}
