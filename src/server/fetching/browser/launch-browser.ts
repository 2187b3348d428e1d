import { tmpdir } from 'node:os'
import { delimiter } from 'node:path'
import type { Browser } from 'playwright-core'

export type LaunchOptions = {
  executablePath: string
  /** Origin of the loopback proxy. */
  proxyOrigin: string
  programFolders: readonly string[]
}

const LAUNCH_TIMEOUT_MS = 30_000
/** JavaScript heap per page. */
const HEAP_MB = 384

const ARGUMENTS = [
  // No DNS and no UDP outside the proxy.
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  '--disable-quic',
  '--dns-prefetch-disable',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  // No requests of the browser's own.
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-sync',
  '--no-pings',
  '--no-first-run',
  '--no-default-browser-check',
  // No prompts, windows or devices.
  '--deny-permission-prompts',
  '--block-new-web-contents',
  '--mute-audio',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  `--js-flags=--max-old-space-size=${HEAP_MB}`,
]

/**
 * Launches a headless browser that can only use the loopback proxy. It runs in its sandbox where that is possible: not
 * as root and not in many containers, where only the container isolates it.
 * @throws when it does not start
 */
export async function launchBrowser({ executablePath, proxyOrigin, programFolders }: LaunchOptions): Promise<Browser> {
  // Loading the package takes a third of a second, so it is not imported at startup.
  const { chromium } = await import('playwright-core')
  const launch = (chromiumSandbox: boolean) =>
    chromium.launch({
      executablePath,
      headless: true,
      chromiumSandbox,
      args: ARGUMENTS,
      // Not the server's environment, which contains secrets.
      env: { PATH: programFolders.join(delimiter), HOME: tmpdir(), TMPDIR: tmpdir(), LANG: 'C.UTF-8' },
      proxy: { server: proxyOrigin, bypass: '<-loopback>' },
      timeout: LAUNCH_TIMEOUT_MS,
      // The server closes the browser during its own shutdown.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    })
  if (process.getuid?.() === 0) return launch(false)
  return launch(true).catch((error: unknown) => {
    if (/sandbox/i.test(String(error))) return launch(false)
    throw error
  })
}
