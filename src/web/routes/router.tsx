/** Every screen and its address. What is not needed for the main screen is loaded when it is opened. */
import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import type { RouterHistory } from '@tanstack/react-router'
import { CrawlRoute } from './crawl-screen.tsx'
import { Frame } from './frame.tsx'
import { inLanguage } from './in-language.tsx'
import { NotFoundScreen } from './not-found-screen.tsx'
import { one, text } from './read-search.ts'
import type { Search } from './read-search.ts'
import { ScreenFailed } from './screen-failed.tsx'

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Frame,
  notFoundComponent: NotFoundScreen,
  errorComponent: ScreenFailed,
})

/** Which crawl is on the screen, so that a reload and a shared address find it again. */
const crawlSearch = ({ crawl }: Search): { crawl?: string } => ({ crawl: text(crawl) })
/** Why linking an identity did not succeed, as the way back from the issuer says it. */
const accountSearch = ({ error }: Search): { error?: string } => ({ error: text(error) })
const wordsSearch = ({ q }: Search): { q?: string } => ({ q: text(q) })

const main = createRoute({
  getParentRoute: () => root,
  path: '/',
  // Taken over in one go with what stands around it, when the script comes.
  wrapInSuspense: false,
  validateSearch: crawlSearch,
  component: inLanguage(CrawlRoute),
})
const newChat = createRoute({
  getParentRoute: () => root,
  path: '/chats/new',
  validateSearch: crawlSearch,
  component: inLanguage(CrawlRoute),
})
const chatCrawl = createRoute({
  getParentRoute: () => root,
  path: '/chats/$id/crawl',
  validateSearch: crawlSearch,
  component: inLanguage(CrawlRoute),
})
const chats = createRoute({
  getParentRoute: () => root,
  path: '/chats',
  validateSearch: wordsSearch,
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
  validateSearch: accountSearch,
  component: inLanguage(lazyRouteComponent(() => import('./account-screen.tsx'), 'AccountScreen')),
})
/** Where somebody comes from who was at the payment service; it grants nothing. */
const usageSearch = ({ payment }: Search): { payment?: 'confirming' | 'cancelled' } => ({
  payment: one(payment, ['confirming', 'cancelled']),
})
const usage = createRoute({
  getParentRoute: () => root,
  path: '/usage',
  validateSearch: usageSearch,
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
  validateSearch: ({ storage }: Search): { storage?: 'connected' } => ({ storage: one(storage, ['connected']) }),
  component: inLanguage(lazyRouteComponent(() => import('./admin-settings-screen.tsx'), 'AdminSettingsScreen')),
})
const adminPeople = createRoute({
  getParentRoute: () => root,
  path: '/admin/people',
  validateSearch: wordsSearch,
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
  validateSearch: ({ action }: Search): { action?: string } => ({ action: text(action) }),
  component: inLanguage(lazyRouteComponent(() => import('./admin-audit-screen.tsx'), 'AdminAuditScreen')),
})
/** The secret of the link in a mail; the screen takes it out of the address at once. */
const resetSearch = ({ token }: Search): { token?: string } => ({ token: text(token) })
const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/auth/reset-password',
  validateSearch: resetSearch,
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

export type AppRouter = ReturnType<typeof createAppRouter>

/** What is other where there is no browser. */
type Elsewhere = { history?: RouterHistory; scrollRestoration?: boolean }

export function createAppRouter(queryClient: QueryClient, elsewhere: Elsewhere = {}) {
  return createRouter({
    routeTree: root.addChildren([
      ...[main, newChat, chatCrawl, chats, chat, share, notebook],
      ...[account, usage, connect, verify, resetPassword, zohoCallback],
      ...[admin, adminSettings, adminPeople, adminCrawls, adminAudit, adminBelow],
    ]),
    context: { queryClient },
    defaultPreload: 'intent',
    scrollRestoration: true,
    ...elsewhere,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
}
