import { openLanguage } from '#web/languages/language.ts'
import '#web/ui/styles.ts'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createQueryClient } from '#web/queries/query-client.ts'
import { createAppRouter } from '#web/routes/router.tsx'
import { cspNonce } from '#web/ui/csp-nonce.ts'
import { keepOfflinePage } from '#web/ui/keep-offline-page.ts'
import { takeLooks } from '#web/ui/take-looks.ts'
import { App } from './app.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

// Read by the scroll lock of open dialogs for the style sheet that it adds.
Object.assign(globalThis, { __webpack_nonce__: cspNonce() })
// The schemas come later, and would try then whether code may be made from strings: the content security policy says no.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

keepOfflinePage()

void start(root)

async function start(root: HTMLElement) {
  const queryClient = createQueryClient()
  const router = createAppRouter(queryClient)
  await openLanguage()
  const app = <App router={router} queryClient={queryClient} nonce={cspNonce} />
  if (!('drawn' in root.dataset)) {
    createRoot(root).render(app)
    return
  }
  // The first screen stands there already (prerender.tsx): React takes it over, in steps that let typing through.
  await router.load()
  // Draws its boundaries as where there is no browser.
  router.ssr = { manifest: undefined }
  takeLooks(root)
  startTransition(() => void hydrateRoot(root, app))
}
