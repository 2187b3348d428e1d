import { openLanguage } from '#web/messages/language.ts'
import '#web/ui/styles.ts'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createQueryClient } from '#web/queries/query-client.ts'
import { createAppRouter } from './router.tsx'
import { cspNonce } from '#web/ui/csp-nonce.ts'
import { registerServiceWorker } from '#web/ui/register-service-worker.ts'
import { applyPrerenderedStyles } from './apply-prerendered-styles.ts'
import { nextTask } from '#web/ui/next-task.ts'
import { App } from './app.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

// The scroll lock of dialogs adds a style sheet with this nonce.
Object.assign(globalThis, { __webpack_nonce__: cspNonce() })
// zod would otherwise test for eval, which the content security policy reports as a violation.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

registerServiceWorker()

void start(root)

/**
 * In tasks of their own: evaluating this file, matching the address, rendering. Only a transition renders in slices.
 */
async function start(root: HTMLElement) {
  const queryClient = createQueryClient()
  await openLanguage()
  await nextTask()
  const router = createAppRouter(queryClient)
  const app = <App router={router} queryClient={queryClient} nonce={cspNonce} />
  await nextTask()
  // With the screen's files, so that it is rendered once.
  await router.load()
  await nextTask()
  if (!('prerendered' in root.dataset)) {
    const reactRoot = createRoot(root)
    startTransition(() => reactRoot.render(app))
    return
  }
  // Must match the prerendered markup (prerender.tsx).
  router.ssr = { manifest: undefined }
  applyPrerenderedStyles(root)
  startTransition(() => void hydrateRoot(root, app))
}
