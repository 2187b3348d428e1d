import { Outlet, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { SignInGate, useSignInGate } from '#web/features/account/sign-in-gate.tsx'
import { UpgradeProvider } from '#web/features/credits/upgrade.tsx'
import { ShortcutsProvider } from '#web/features/shortcuts/shortcuts.tsx'
import { useLanguage } from '#web/languages/language.ts'
import { useLiveEvents } from '#web/queries/live-events.ts'
import { useSession } from '#web/queries/session.ts'
import { isSomethingOpen } from '#web/ui/use-escape.ts'
import { Header } from './header.tsx'
import { PaletteProvider } from './palette.tsx'
import { SkipLinks } from './skip-links.tsx'
import { useEndNotice } from './use-end-notice.ts'
import { useScreenShortcuts } from './use-screen-shortcuts.ts'

/** What stands around every screen: the header, the live line to the server, the modals any screen may open. */
export function Frame() {
  const session = useSession()
  const { user } = session
  useSpokenLanguage()
  useLiveEvents(user?.id)
  useEndNotice(session)
  useScreenShortcuts()
  const main = useFocusAfterNavigation()
  return (
    <SignInGate>
      <Upgrades email={user?.email ?? null}>
        <SkipLinks />
        <ShortcutsProvider>
          <PaletteProvider>
            <Header />
            <main id="main" ref={main} tabIndex={-1}>
              <Outlet />
            </main>
          </PaletteProvider>
        </ShortcutsProvider>
      </Upgrades>
    </SignInGate>
  )
}

/** Inside the sign-in gate, to which a visitor who wishes to upgrade is led. */
function Upgrades({ email, children }: { email: string | null; children: ReactNode }) {
  const gate = useSignInGate()
  return (
    <UpgradeProvider email={email} onSignIn={() => gate.ask(null)}>
      {children}
    </UpgradeProvider>
  )
}

/** Also says it to whatever reads the page aloud, hyphenates or translates it. */
function useSpokenLanguage() {
  const language = useLanguage()
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
}

/** After going to another screen the keyboard starts at its top, not in the header. */
function useFocusAfterNavigation() {
  const main = useRef<HTMLElement>(null)
  // The address changes at once, the screen when it is loaded: only then is the focus of the former one gone.
  const pathname = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  const shown = useRef(pathname)
  useEffect(() => {
    const arrived = shown.current === undefined || shown.current === pathname
    shown.current = pathname
    // What was opened while the screen was on its way keeps the focus.
    if (arrived || isSomethingOpen()) return
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}

