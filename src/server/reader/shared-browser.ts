/**
 * One browser for all pages: started for the first, replaced after so many pages or minutes or when it ends by itself,
 * and closed when nobody needs it for a while.
 */
import type { Browser } from 'playwright-core'

export type SharedBrowser = {
  /** Lends the browser to `task`, waiting while as many pages as may be are open already. Rejects as `task` does. */
  use<T>(task: (browser: Browser) => Promise<T>, signal?: AbortSignal): Promise<T>
  /** Lends this one to nobody any more, and closes it when its pages are done: the next page gets a new one. */
  replace(browser: Browser): void
  close(): Promise<void>
}

export type SharedBrowserOptions = {
  launch: () => Promise<Browser>
  /** Open at the same time. */
  maxOpen?: number
  /** Pages and milliseconds after which a new browser takes over. */
  maxPages?: number
  maxAgeMs?: number
  /** Milliseconds without a page after which it is closed. */
  idleMs?: number
}

type Life = { browser: Promise<Browser>; startedAt: number; pages: number; open: number; timer: NodeJS.Timeout | null }

export function shareBrowser({
  launch,
  maxOpen = 3,
  maxPages = 100,
  maxAgeMs = 30 * 60_000,
  idleMs = 60_000,
}: SharedBrowserOptions): SharedBrowser {
  const lives = new Set<Life>()
  /** Browsers that are being closed; whoever closes all waits for them too. */
  const ending = new Set<Promise<void>>()
  const waiting: (() => void)[] = []
  let current: Life | null = null
  let open = 0

  function begin(): Life {
    const life: Life = { browser: launch(), startedAt: Date.now(), pages: 0, open: 0, timer: null }
    lives.add(life)
    life.browser.then(
      (browser) => browser.on('disconnected', () => retire(life)),
      () => retire(life),
    )
    return life
  }

  function retire(life: Life) {
    if (current === life) current = null
    if (life.open === 0) void end(life)
  }

  async function end(life: Life) {
    if (life.timer) clearTimeout(life.timer)
    if (!lives.delete(life)) return
    const ended = life.browser.then((browser) => browser.close()).catch(() => {})
    ending.add(ended)
    await ended
    ending.delete(ended)
  }

  function usable(life: Life): boolean {
    return life.pages < maxPages && Date.now() - life.startedAt < maxAgeMs
  }

  async function lend<T>(task: (browser: Browser) => Promise<T>): Promise<T> {
    if (current && !usable(current)) retire(current)
    const life = (current ??= begin())
    if (life.timer) clearTimeout(life.timer)
    life.pages++
    life.open++
    try {
      return await task(await life.browser)
    } finally {
      life.open--
      if (life.open === 0) {
        if (current !== life) void end(life)
        else {
          life.timer = setTimeout(() => retire(life), idleMs)
          // An idle browser keeps no process alive.
          life.timer.unref()
        }
      }
    }
  }

  return {
    async use(task, signal) {
      while (open >= maxOpen) await turn(waiting, signal)
      if (signal?.aborted) {
        // The turn that came too late is the next one's.
        waiting.shift()?.()
        throw signal.reason
      }
      open++
      try {
        return await lend(task)
      } finally {
        open--
        waiting.shift()?.()
      }
    },
    replace(browser) {
      void Promise.all([...lives].map(async (life) => (await life.browser.catch(() => null)) === browser && retire(life)))
    },
    async close() {
      current = null
      await Promise.all([...[...lives].map(end), ...ending])
    },
  }
}

function turn(waiting: (() => void)[], signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const go = () => {
      signal?.removeEventListener('abort', leave)
      resolve()
    }
    const leave = () => {
      const at = waiting.indexOf(go)
      if (at >= 0) waiting.splice(at, 1)
      reject(signal?.reason)
    }
    if (signal?.aborted) return leave()
    signal?.addEventListener('abort', leave, { once: true })
    waiting.push(go)
  })
}
