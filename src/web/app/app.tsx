import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { SessionProvider } from '#web/queries/session/session-provider.tsx'
import type { AppRouter } from './router.tsx'
import { cssVariables, theme } from '#web/ui/theme.ts'

type AppProps = { router: AppRouter; queryClient: QueryClient; nonce: () => string }

/** The app with its providers, used in the browser and for prerendering. */
export function App({ router, queryClient, nonce }: AppProps) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto" getStyleNonce={nonce}>
      <QueryClientProvider client={queryClient}>
        <SessionProvider>
          <RouterProvider router={router} />
        </SessionProvider>
      </QueryClientProvider>
    </MantineProvider>
  )
}
