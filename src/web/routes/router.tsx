/** Every screen and its address. What is not needed for the main screen is loaded when it is opened. */
import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { z } from 'zod'
import { AuditAction } from '#shared/admin.ts'
import { CrawlRoute } from './crawl-screen.tsx'
import { Frame } from './frame.tsx'
import { inLanguage } from './in-language.tsx'
import { NotFoundScreen } from './not-found-screen.tsx'
import { ScreenFailed } from './screen-failed.tsx'

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Frame,
  notFoundComponent: NotFoundScreen,
  errorComponent: ScreenFailed,
})

/** Which crawl is on the screen, so that a reload and a shared address find it again. */
const CrawlSearch = z.object({ crawl: z.string().optional().catch(undefined) })
/** Why linking an identity did not succeed, as the way back from the issuer says it. */
const AccountSearch = z.object({ error: z.string().optional().catch(undefined) })
const ChatsSearch = z.object({ q: z.string().optional().catch(undefined) })

const main = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: CrawlSearch,
  component: inLanguage(CrawlRoute),
})
const newChat = createRoute({
  getParentRoute: () => root,
  path: '/chats/new',
  validateSearch: CrawlSearch,
  component: inLanguage(CrawlRoute),
})
const chatCrawl = createRoute({
  getParentRoute: () => root,
  path: '/chats/$id/crawl',
  validateSearch: CrawlSearch,
  component: inLanguage(CrawlRoute),
})
const chats = createRoute({
  getParentRoute: () => root,
  path: '/chats',
  validateSearch: ChatsSearch,
  component: inLanguage(lazyRouteComponent(() => import('./chats-screen.tsx'), 'ChatsScreen')),
})
const chat = createRoute({
  getParentRoute: () => root,
  path: '/chats/$id',
  component: inLanguage(lazyRouteComponent(() => import('./chat-screen.tsx'), 'ChatScreen')),
})
/** Read by whoever holds the link. */
const share = createRoute({
  getParentRoute: () => root,
  path: '/share/$token',
  component: inLanguage(lazyRouteComponent(() => import('./share-screen.tsx'), 'ShareScreen')),
})
const notebook = createRoute({
  getParentRoute: () => root,
  path: '/notebooks/$id',
  component: inLanguage(lazyRouteComponent(() => import('./notebook-screen.tsx'), 'NotebookScreen')),
})
const account = createRoute({
  getParentRoute: () => root,
  path: '/account',
  validateSearch: AccountSearch,
  component: inLanguage(lazyRouteComponent(() => import('./account-screen.tsx'), 'AccountScreen')),
})
/** Where somebody comes from who was at the payment service; it grants nothing. */
const UsageSearch = z.object({ payment: z.enum(['confirming', 'cancelled']).optional().catch(undefined) })
const usage = createRoute({
  getParentRoute: () => root,
  path: '/usage',
  validateSearch: UsageSearch,
  component: inLanguage(lazyRouteComponent(() => import('./usage-screen.tsx'), 'UsageScreen')),
})
const connect = createRoute({
  getParentRoute: () => root,
  path: '/connect',
  component: inLanguage(lazyRouteComponent(() => import('./connect-screen.tsx'), 'ConnectScreen')),
})
/** Everything below /admin stands behind the same guard; what is nothing there shows its root. */
const adminScreen = inLanguage(lazyRouteComponent(() => import('./admin-screen.tsx'), 'AdminScreen'))
const admin = createRoute({ getParentRoute: () => root, path: '/admin', component: adminScreen })
const adminBelow = createRoute({ getParentRoute: () => root, path: '/admin/$', component: adminScreen })
const adminSettings = createRoute({
  getParentRoute: () => root,
  path: '/admin/settings',
  validateSearch: z.object({ storage: z.literal('connected').optional().catch(undefined) }),
  component: inLanguage(lazyRouteComponent(() => import('./admin-settings-screen.tsx'), 'AdminSettingsScreen')),
})
const adminPeople = createRoute({
  getParentRoute: () => root,
  path: '/admin/people',
  validateSearch: z.object({ q: z.string().optional().catch(undefined) }),
  component: inLanguage(lazyRouteComponent(() => import('./admin-people-screen.tsx'), 'AdminPeopleScreen')),
})
const adminCrawls = createRoute({
  getParentRoute: () => root,
  path: '/admin/crawls',
  component: inLanguage(lazyRouteComponent(() => import('./admin-crawls-screen.tsx'), 'AdminCrawlsScreen')),
})
const adminAudit = createRoute({
  getParentRoute: () => root,
  path: '/admin/audit',
  validateSearch: z.object({ action: AuditAction.optional().catch(undefined) }),
  component: inLanguage(lazyRouteComponent(() => import('./admin-audit-screen.tsx'), 'AdminAuditScreen')),
})
/** The secret of the link in a mail; the screen takes it out of the address at once. */
const ResetSearch = z.object({ token: z.string().optional().catch(undefined) })
const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/auth/reset-password',
  validateSearch: ResetSearch,
  component: inLanguage(lazyRouteComponent(() => import('./reset-password-screen.tsx'), 'ResetPasswordScreen')),
})
const verify = createRoute({
  getParentRoute: () => root,
  path: '/auth/verify',
  component: inLanguage(lazyRouteComponent(() => import('./verify-screen.tsx'), 'VerifyScreen')),
})

/** Where the document storage's provider sends an administrator back. */
const zohoCallback = createRoute({
  getParentRoute: () => root,
  path: '/auth/zoho/callback',
  component: inLanguage(lazyRouteComponent(() => import('./zoho-callback-screen.tsx'), 'ZohoCallbackScreen')),
})

export function createAppRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree: root.addChildren([
      ...[main, newChat, chatCrawl, chats, chat, share, notebook],
      ...[account, usage, connect, verify, resetPassword, zohoCallback],
      ...[admin, adminSettings, adminPeople, adminCrawls, adminAudit, adminBelow],
    ]),
    context: { queryClient },
    defaultPreload: 'intent',
    scrollRestoration: true,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
