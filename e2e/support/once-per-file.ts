/**
 * Servers that the tests of one file share. As fixtures of a worker they would give the file its own worker and
 * browser.
 */
import type { TestType } from '@playwright/test'

/** Returns what the first call with this name started. */
type Once = <T extends object>(name: string, start: () => Promise<T>) => Promise<T>

/** Call it once in a file. What has a `close` is closed after the file's last test, the last started first. */
export function oncePerFile(test: Pick<TestType<object, object>, 'afterAll'>): Once {
  const started = new Map<string, Promise<object>>()
  test.afterAll(async () => {
    for (const each of [...started.values()].reverse()) {
      const running = await each
      if ('close' in running && typeof running.close === 'function') await running.close()
    }
    started.clear()
  })
  return (name, start) => {
    const running = started.get(name) ?? start()
    started.set(name, running)
    // Each name belongs to one call, so the type is that of its `start`.
    return running as ReturnType<typeof start>
  }
}
