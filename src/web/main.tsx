import { openLanguage } from '#web/languages/language.ts'
import '#web/ui/styles.ts'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { createQueryClient } from '#web/queries/query-client.ts'
import { SessionProvider } from '#web/queries/session-provider.tsx'
import { createAppRouter } from '#web/routes/router.tsx'
import { cspNonce } from '#web/ui/csp-nonce.ts'
import { keepOfflinePage } from '#web/ui/keep-offline-page.ts'
import { cssVariables, theme } from '#web/ui/theme.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

// Read by the scroll lock of open dialogs for the style sheet that it adds.
Object.assign(globalThis, { __webpack_nonce__: cspNonce() })

keepOfflinePage()

const queryClient = createQueryClient()

void openLanguage().then(() =>
  createRoot(root).render(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto" getStyleNonce={cspNonce}>
      <QueryClientProvider client={queryClient}>
        <SessionProvider>
          <RouterProvider router={createAppRouter(queryClient)} />
        </SessionProvider>
      </QueryClientProvider>
    </MantineProvider>,
  ),
)
