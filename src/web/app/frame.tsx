import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useEffectEvent, useRef } from 'react'
import type { ReactNode } from 'react'
import { changeLanguage } from '#web/api/client.ts'
import { SignInGate, useSignInGate } from '#web/features/sign-in/sign-in-gate.tsx'
import { UpgradeProvider } from '#web/features/credits/upgrade.tsx'
import { ShortcutsProvider } from '#web/features/shortcuts/shortcuts.tsx'
import { useLanguage } from '#web/messages/language.ts'
import { deletedChatsQuery } from '#web/queries/chats.ts'
import { useLiveEvents } from '#web/queries/live/live-events.ts'
import { meQuery, type Session, useSession } from '#web/queries/session/session.ts'
import { isSomethingOpen } from '#web/ui/hooks/use-layer.ts'
import classes from './frame.module.css'
import { Header } from './header.tsx'
import { PaletteProvider } from './palette.tsx'
import { Sidebar, SidebarToggle, useSidebar } from './sidebar.tsx'
import { SkipLinks } from './skip-links.tsx'
import { Tooltips } from './tooltips.tsx'
import { useNotifyOfCrawlEnd } from '#web/screens/crawl/use-notify-of-crawl-end.ts'
import { useScreenShortcuts } from '#web/screens/use-screen-shortcuts.ts'

const UndoDeleteNotice = lazy(async () => ({
  default: (await import('#web/features/chat-list/undo-delete-notice.tsx')).UndoDeleteNotice,
}))

/** Surrounds every screen: header, live connection to the server, modals that any screen can open. */
export function Frame() {
  const session = useSession()
  const { user } = session
  useSpokenLanguage()
  useMailLanguage(session)
  useLiveEvents(user?.id)
  useNotifyOfCrawlEnd(session)
  useScreenShortcuts()
  const sidebar = useSidebar()
  const known = session.loading ? 'loading' : user ? 'in' : 'out'
  const main = useFocusAfterNavigation()
  return (
    <SignInGate>
      <Upgrades email={user?.email ?? null}>
        <SkipLinks />
        <ShortcutsProvider>
          <PaletteProvider>
            <Header start={<SidebarToggle sidebar={sidebar} session={known} />} />
            <div className={classes.body}>
              <Sidebar sidebar={sidebar} session={known} />
              <main id="main" ref={main} tabIndex={-1} className={classes.main}>
                <Outlet />
                <UndoDelete />
              </main>
            </div>
            <Tooltips />
          </PaletteProvider>
        </ShortcutsProvider>
      </Upgrades>
    </SignInGate>
  )
}

/** Inside the sign-in gate, because visitors have to sign in to upgrade. */
function Upgrades({ email, children }: { email: string | null; children: ReactNode }) {
  const gate = useSignInGate()
  return (
    <UpgradeProvider email={email} onSignIn={() => gate.requestSignIn(null)}>
      {children}
    </UpgradeProvider>
  )
}

/** Part of the frame, because a chat that is deleted on its own screen leads to another one. */
function UndoDelete() {
  const queryClient = useQueryClient()
  const { data: deleted } = useQuery(deletedChatsQuery)
  const expire = () => queryClient.setQueryData(deletedChatsQuery.queryKey, [])
  return <Suspense>{deleted.length > 0 && <UndoDeleteNotice chats={deleted} onExpire={expire} />}</Suspense>
}

/** Sets `lang` for screen readers, hyphenation and translation. */
function useSpokenLanguage() {
  const language = useLanguage()
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
}

/** Mails and feeds are written in the language of the screens. */
function useMailLanguage({ user }: Session) {
  const language = useLanguage()
  const queryClient = useQueryClient()
  const store = useEffectEvent(async () => {
    if (!user || user.language === language) return
    // A failure shows no message: the next screen tries again.
    await changeLanguage(language).catch(() => undefined)
    await queryClient.invalidateQueries({ queryKey: meQuery.queryKey })
  })
  // Not when the stored one changes: of two open tabs in different languages each would change it back.
  useEffect(() => void store(), [user?.id, language])
}

/** After navigation the focus is at the top of the screen, not in the header. */
function useFocusAfterNavigation() {
  const main = useRef<HTMLElement>(null)
  // The address changes before the screen has loaded; the old screen keeps the focus until then.
  const pathname = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  const currentPath = useRef(pathname)
  useEffect(() => {
    const arrived = currentPath.current === undefined || currentPath.current === pathname
    currentPath.current = pathname
    // A dialog opened while the screen was loading keeps the focus.
    if (arrived || isSomethingOpen()) return
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}
