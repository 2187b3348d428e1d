import { openLanguage } from '#web/messages/language.ts'
import '#web/ui/styles.ts'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createQueryClient } from '#web/queries/query-client.ts'
import { createAppRouter } from './router.tsx'
import { cspNonce } from '#web/ui/csp-nonce.ts'
import { registerServiceWorker } from '#web/ui/register-service-worker.ts'
import { applyPrerenderedStyles } from '#web/ui/apply-prerendered-styles.ts'
import { App } from './app.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

// The scroll lock of dialogs adds a style sheet with this nonce.
Object.assign(globalThis, { __webpack_nonce__: cspNonce() })
// zod would otherwise test for eval, which the content security policy reports as a violation.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

registerServiceWorker()

void start(root)

async function start(root: HTMLElement) {
  const queryClient = createQueryClient()
  const router = createAppRouter(queryClient)
  await openLanguage()
  const app = <App router={router} queryClient={queryClient} nonce={cspNonce} />
  if (!('prerendered' in root.dataset)) {
    createRoot(root).render(app)
    return
  }
  // Hydrates the prerendered first screen (prerender.tsx) in a transition, so that typing stays responsive.
  await router.load()
  // Must match the prerendered markup.
  router.ssr = { manifest: undefined }
  applyPrerenderedStyles(root)
  startTransition(() => void hydrateRoot(root, app))
}
