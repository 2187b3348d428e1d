/** One browser for all pages: launched for the first page, replaced by age, page count or crash, closed when idle. */
import type { Browser } from 'playwright-core'

export type SharedBrowser = {
  /** Runs `task` with the browser; waits while the maximum number of pages is open. Rejects as `task` does. */
  use<T>(task: (browser: Browser) => Promise<T>, signal?: AbortSignal): Promise<T>
  /** Opens no further pages in `browser` and closes it when its last page is done. */
  replace(browser: Browser): void
  close(): Promise<void>
}

export type SharedBrowserOptions = {
  launch: () => Promise<Browser>
  /** Pages that may be open at the same time. */
  maxOpen?: number
  /** The browser is replaced after this many pages or this time. */
  maxPages?: number
  maxAgeMs?: number
  /** The browser is closed after this time without a page. */
  idleMs?: number
}

type Instance = {
  browser: Promise<Browser>
  launchedAt: number
  pages: number
  openPages: number
  idleTimer: NodeJS.Timeout | null
}

export function shareBrowser({
  launch,
  maxOpen = 3,
  maxPages = 100,
  maxAgeMs = 30 * 60_000,
  idleMs = 60_000,
}: SharedBrowserOptions): SharedBrowser {
  const instances = new Set<Instance>()
  /** Browsers that are closing; `close` waits for them too. */
  const closing = new Set<Promise<void>>()
  const queue: (() => void)[] = []
  let current: Instance | null = null
  let openPages = 0

  function launchInstance(): Instance {
    const instance: Instance = {
      browser: launch(),
      launchedAt: Date.now(),
      pages: 0,
      openPages: 0,
      idleTimer: null,
    }
    instances.add(instance)
    instance.browser.then(
      (browser) => browser.on('disconnected', () => retire(instance)),
      () => retire(instance),
    )
    return instance
  }

  function retire(instance: Instance) {
    if (current === instance) current = null
    if (instance.openPages === 0) void closeInstance(instance)
  }

  async function closeInstance(instance: Instance) {
    if (instance.idleTimer) clearTimeout(instance.idleTimer)
    if (!instances.delete(instance)) return
    const closed = instance.browser.then((browser) => browser.close()).catch(() => {})
    closing.add(closed)
    await closed
    closing.delete(closed)
  }

  function isReusable(instance: Instance): boolean {
    return instance.pages < maxPages && Date.now() - instance.launchedAt < maxAgeMs
  }

  async function runInBrowser<T>(task: (browser: Browser) => Promise<T>): Promise<T> {
    if (current && !isReusable(current)) retire(current)
    const instance = (current ??= launchInstance())
    if (instance.idleTimer) clearTimeout(instance.idleTimer)
    instance.pages++
    instance.openPages++
    try {
      return await task(await instance.browser)
    } finally {
      instance.openPages--
      if (instance.openPages === 0) {
        if (current !== instance) void closeInstance(instance)
        else {
          instance.idleTimer = setTimeout(() => retire(instance), idleMs)
          // An idle browser must not keep the process alive.
          instance.idleTimer.unref()
        }
      }
    }
  }

  return {
    async use(task, signal) {
      while (openPages >= maxOpen) await waitInQueue(queue, signal)
      if (signal?.aborted) {
        // Pass the free slot on to the next in the queue.
        queue.shift()?.()
        throw signal.reason
      }
      openPages++
      try {
        return await runInBrowser(task)
      } finally {
        openPages--
        queue.shift()?.()
      }
    },
    replace(browser) {
      for (const instance of instances) {
        void instance.browser.then((other) => other === browser && retire(instance)).catch(() => {})
      }
    },
    async close() {
      current = null
      await Promise.all([...[...instances].map(closeInstance), ...closing])
    },
  }
}

/** Resolves when the caller is the first in `queue` and a slot is free. */
function waitInQueue(queue: (() => void)[], signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const enter = () => {
      signal?.removeEventListener('abort', leave)
      resolve()
    }
    const leave = () => {
      const index = queue.indexOf(enter)
      if (index >= 0) queue.splice(index, 1)
      reject(signal?.reason)
    }
    if (signal?.aborted) return leave()
    signal?.addEventListener('abort', leave, { once: true })
    queue.push(enter)
  })
}
