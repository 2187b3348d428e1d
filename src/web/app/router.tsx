/** Every screen and its address. Screens other than the main one are loaded on demand. */
import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import type { RouterHistory, RouteComponent } from '@tanstack/react-router'
import { CrawlRoute } from '#web/screens/crawl/crawl-screen.tsx'
import { Frame } from './frame.tsx'
import { NotFoundScreen } from '#web/screens/not-found-screen.tsx'
import { oneOf, textOrUndefined, uuidOrUndefined } from '#web/screens/parse-search.ts'
import type { Search } from '#web/screens/parse-search.ts'
import { useLanguage } from '#web/messages/language.ts'
import { errorText } from '#web/messages/error-text.ts'
import { t } from '#web/messages/t.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { nextTask } from '#web/ui/next-task.ts'
import { Screen } from '#web/ui/screen.tsx'

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Frame,
  notFoundComponent: NotFoundScreen,
  errorComponent: ScreenFailed,
})

/** The crawl on the screen, so that a reload and a shared address restore it. */
const crawlSearch = ({ crawl }: Search): { crawl?: string } => ({ crawl: textOrUndefined(crawl) })
/** Why linking an identity failed, as the sign-in provider reports it. */
const accountSearch = ({ error }: Search): { error?: string } => ({ error: textOrUndefined(error) })
const wordsSearch = ({ q }: Search): { q?: string } => ({ q: textOrUndefined(q) })

const main = createRoute({
  getParentRoute: () => root,
  path: '/',
  // Hydrated together with its surroundings.
  wrapInSuspense: false,
  validateSearch: crawlSearch,
  component: inLanguage(CrawlRoute),
})
const newChat = createRoute({
  getParentRoute: () => root,
  path: '/chats/new',
  // The notebook that the chat is saved into.
  validateSearch: (search: Search): { crawl?: string; notebook?: string } => ({
    ...crawlSearch(search),
    notebook: uuidOrUndefined(search.notebook),
  }),
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
  component: lazyScreen(() => import('#web/screens/chats-screen.tsx'), 'ChatsScreen'),
})
const chat = createRoute({
  getParentRoute: () => root,
  path: '/chats/$id',
  component: lazyScreen(() => import('#web/screens/chat/chat-screen.tsx'), 'ChatScreen'),
})
/** Public: anyone with the link can read it. */
const share = createRoute({
  getParentRoute: () => root,
  path: '/share/$token',
  component: lazyScreen(() => import('#web/screens/share-screen.tsx'), 'ShareScreen'),
})
const notebookTabs = ['checks', 'conflicts', 'gaps', 'changes', 'audit', 'publish'] as const
type NotebookTab = (typeof notebookTabs)[number]
const notebook = createRoute({
  getParentRoute: () => root,
  path: '/notebooks/$id',
  validateSearch: ({ tab, report }: Search): { tab?: NotebookTab; report?: string } => ({
    tab: oneOf(notebookTabs, tab),
    report: uuidOrUndefined(report),
  }),
  component: lazyScreen(() => import('#web/screens/notebook-screen.tsx'), 'NotebookScreen'),
})
const account = createRoute({
  getParentRoute: () => root,
  path: '/account',
  validateSearch: accountSearch,
  component: lazyScreen(() => import('#web/screens/account-screen.tsx'), 'AccountScreen'),
})
/** Set when returning from the payment service; grants nothing. */
const usageSearch = ({ payment }: Search): { payment?: 'confirming' | 'cancelled' } => ({
  payment: oneOf(['confirming', 'cancelled'], payment),
})
const usage = createRoute({
  getParentRoute: () => root,
  path: '/usage',
  validateSearch: usageSearch,
  component: lazyScreen(() => import('#web/screens/usage-screen.tsx'), 'UsageScreen'),
})
const connect = createRoute({
  getParentRoute: () => root,
  path: '/connect',
  component: lazyScreen(() => import('#web/screens/connect-screen.tsx'), 'ConnectScreen'),
})
/** Everything below /admin has the same guard; unknown paths show its root. */
const adminScreen = lazyScreen(() => import('#web/screens/admin/admin-screen.tsx'), 'AdminScreen')
const admin = createRoute({ getParentRoute: () => root, path: '/admin', component: adminScreen })
const adminBelow = createRoute({ getParentRoute: () => root, path: '/admin/$', component: adminScreen })
const adminSettings = createRoute({
  getParentRoute: () => root,
  path: '/admin/settings',
  validateSearch: ({ storage }: Search): { storage?: 'connected' } => ({ storage: oneOf(['connected'], storage) }),
  component: lazyScreen(() => import('#web/screens/admin/admin-settings-screen.tsx'), 'AdminSettingsScreen'),
})
const adminPeople = createRoute({
  getParentRoute: () => root,
  path: '/admin/people',
  validateSearch: wordsSearch,
  component: lazyScreen(() => import('#web/screens/admin/admin-people-screen.tsx'), 'AdminPeopleScreen'),
})
const adminCrawls = createRoute({
  getParentRoute: () => root,
  path: '/admin/crawls',
  component: lazyScreen(() => import('#web/screens/admin/admin-crawls-screen.tsx'), 'AdminCrawlsScreen'),
})
const adminAudit = createRoute({
  getParentRoute: () => root,
  path: '/admin/audit',
  validateSearch: ({ action, views }: Search): { action?: string; views?: true } => ({
    action: textOrUndefined(action),
    ...(views === true && { views }),
  }),
  component: lazyScreen(() => import('#web/screens/admin/admin-audit-screen.tsx'), 'AdminAuditScreen'),
})
/** The token of the emailed link; the screen removes it from the address immediately. */
const resetSearch = ({ token }: Search): { token?: string } => ({ token: textOrUndefined(token) })
const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/auth/reset-password',
  validateSearch: resetSearch,
  component: lazyScreen(() => import('#web/screens/reset-password-screen.tsx'), 'ResetPasswordScreen'),
})
/** Its query is signed, so the screen reads it as it is. */
const authorize = createRoute({
  getParentRoute: () => root,
  path: '/authorize',
  component: lazyScreen(() => import('#web/screens/authorize-screen.tsx'), 'AuthorizeScreen'),
})
const verify = createRoute({
  getParentRoute: () => root,
  path: '/auth/verify',
  component: lazyScreen(() => import('#web/screens/verify-screen.tsx'), 'VerifyScreen'),
})

/** OAuth redirect target of the document storage. */
const zohoCallback = createRoute({
  getParentRoute: () => root,
  path: '/auth/zoho/callback',
  component: lazyScreen(() => import('#web/screens/zoho-callback-screen.tsx'), 'ZohoCallbackScreen'),
})

export type AppRouter = ReturnType<typeof createAppRouter>

/** Options for rendering without a browser. */
type Elsewhere = { history?: RouterHistory; scrollRestoration?: boolean }

export function createAppRouter(queryClient: QueryClient, elsewhere: Elsewhere = {}) {
  return createRouter({
    routeTree: root.addChildren([
      ...[main, newChat, chatCrawl, chats, chat, share, notebook],
      ...[account, usage, connect, authorize, verify, resetPassword, zohoCallback],
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

/**
 * A screen that is drawn again when the language changes, with all that was typed into it: the router keeps
 * what it has drawn until the address changes.
 */
function inLanguage(Screen: RouteComponent): RouteComponent {
  function Spoken() {
    useLanguage()
    return <Screen />
  }
  return Object.assign(Spoken, Screen.preload && { preload: Screen.preload })
}

/** A screen whose files are loaded on demand. Evaluating them and rendering it are two tasks. */
function lazyScreen<Name extends string>(
  load: () => Promise<Record<Name, RouteComponent>>,
  name: Name,
): RouteComponent {
  async function loadInTasks() {
    const module = await load()
    await nextTask()
    return module
  }
  return inLanguage(lazyRouteComponent(loadInTasks, name))
}

/** Shown when a screen crashed or its files could not be loaded; retrying reloads the page. */
function ScreenFailed() {
  return (
    <Screen title={t('common.somethingWrong')}>
      <ErrorState level={1} title={errorText('server.unexpected')} onRetry={() => location.reload()} />
    </Screen>
  )
}
