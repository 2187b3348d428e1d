/** Starts the browser that renders pages: headless, with the loopback proxy as its only way out and nothing to call home. */
import { tmpdir } from 'node:os'
import { delimiter } from 'node:path'
import type { Browser } from 'playwright-core'

export type LaunchOptions = {
  executablePath: string
  /** Of the loopback proxy. */
  proxyOrigin: string
  programFolders: readonly string[]
}

const LAUNCH_TIMEOUT_MS = 30_000
/** Of one page's JavaScript, in megabytes. */
const HEAP_MB = 384

const ARGUMENTS = [
  // Whatever would look a name up by itself, or speak UDP past the proxy, finds nothing.
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  '--disable-quic',
  '--dns-prefetch-disable',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  // Calls home, none of which a reader of pages needs.
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-sync',
  '--no-pings',
  '--no-first-run',
  '--no-default-browser-check',
  // A page asks for nothing and shows nothing.
  '--deny-permission-prompts',
  '--block-new-web-contents',
  '--mute-audio',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  `--js-flags=--max-old-space-size=${HEAP_MB}`,
]

/**
 * Starts it in its sandbox where the machine has one to offer: not for root, and not in many containers, where the
 * walls around the container are what is left.
 * @throws when it does not start
 */
export async function launchBrowser({ executablePath, proxyOrigin, programFolders }: LaunchOptions): Promise<Browser> {
  // Loaded with the first browser, not with the server.
  const { chromium } = await import('playwright-core')
  const start = (chromiumSandbox: boolean) =>
    chromium.launch({
      executablePath,
      headless: true,
      chromiumSandbox,
      args: ARGUMENTS,
      // Nothing of our own environment: it holds secrets.
      env: { PATH: programFolders.join(delimiter), HOME: tmpdir(), TMPDIR: tmpdir(), LANG: 'C.UTF-8' },
      proxy: { server: proxyOrigin, bypass: '<-loopback>' },
      timeout: LAUNCH_TIMEOUT_MS,
      // The server closes what it opened, in its own order.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    })
  if (process.getuid?.() === 0) return start(false)
  return start(true).catch((error: unknown) => {
    if (/sandbox/i.test(String(error))) return start(false)
    throw error
  })
}
