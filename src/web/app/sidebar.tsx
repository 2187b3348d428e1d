import { ActionIcon } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconLayoutSidebar } from '@tabler/icons-react'
import { useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { t } from '#web/messages/t.ts'
import { useStored } from '#web/ui/hooks/use-stored.ts'
import classes from './sidebar.module.css'

const loadLinks = () => import('./sidebar-links.tsx')
const SidebarLinks = lazy(() => loadLinks().then((module) => ({ default: module.SidebarLinks })))
const SidebarDrawer = lazy(() => loadLinks().then((module) => ({ default: module.SidebarDrawer })))

/** Shown if the window is wide enough, until someone decides. */
type Choice = 'automatic' | 'open' | 'closed'
const isChoice = (stored: unknown): stored is Choice => stored === 'open' || stored === 'closed'

/** Whether the sidebar is shown: beside the screen, or on a phone as a drawer over it. */
export function useSidebar() {
  const [choice, setChoice] = useStored<Choice>('readback:sidebar', 'automatic', isChoice)
  const [isDrawerOpen, setIsDrawerOpen] = useState(false)
  const isWide = useMediaQuery('(min-width: 75em)') ?? true
  const isPhone = useMediaQuery('(max-width: 62em)') ?? false
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  const [drawerPath, setDrawerPath] = useState(pathname)
  if (pathname !== drawerPath) {
    setDrawerPath(pathname)
    setIsDrawerOpen(false)
  }
  // index.html sets it before the first paint, so that the screen does not move.
  useEffect(() => {
    if (choice === 'automatic') delete document.documentElement.dataset['sidebar']
    else document.documentElement.dataset['sidebar'] = choice
  }, [choice])
  const isBeside = choice === 'automatic' ? isWide : choice === 'open'
  return {
    isPhone,
    isDrawerOpen,
    isShown: isPhone ? isDrawerOpen : isBeside,
    toggle: () => (isPhone ? setIsDrawerOpen(!isDrawerOpen) : setChoice(isBeside ? 'closed' : 'open')),
    close: () => setIsDrawerOpen(false),
  }
}

type SidebarProps = { sidebar: ReturnType<typeof useSidebar>; session: 'loading' | 'in' | 'out' }

export function SidebarToggle({ sidebar, session }: SidebarProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      className={classes.toggle}
      data-session={session}
      aria-label={t('common.sidebar')}
      aria-expanded={session === 'in' && sidebar.isShown}
      aria-controls={sidebar.isPhone ? undefined : 'sidebar'}
      onClick={sidebar.toggle}
    >
      <IconLayoutSidebar size={20} />
    </ActionIcon>
  )
}

/** Recent chats and notebooks, on every screen of a signed-in user. Its width is reserved while the session loads. */
export function Sidebar({ sidebar, session }: SidebarProps) {
  const { isPhone, isDrawerOpen, isShown, close } = sidebar
  return (
    <>
      <aside id="sidebar" className={classes.sidebar} data-session={session} aria-label={t('common.sidebar')}>
        {session === 'in' && !isPhone && isShown && (
          <Suspense>
            <SidebarLinks />
          </Suspense>
        )}
      </aside>
      {session === 'in' && isDrawerOpen && (
        <Suspense>
          <SidebarDrawer onClose={close} />
        </Suspense>
      )}
    </>
  )
}
