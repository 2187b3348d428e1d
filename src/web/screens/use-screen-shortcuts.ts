import { useNavigate } from '@tanstack/react-router'
import { useShortcut } from '#web/ui/hooks/use-shortcut.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** My Chats opens with the focus in its search. */
    searching?: boolean
  }
}

/** Opens My Chats with the focus in its search. */
export const toSearch = {
  to: '/chats',
  search: ({ q }: { q?: string }) => ({ q }),
  state: { searching: true },
} as const

/** The shortcuts that lead to another screen. */
export function useScreenShortcuts() {
  const navigate = useNavigate()
  useShortcut('n', () => void navigate({ to: '/chats/new' }))
  useShortcut('s', () => void navigate(toSearch))
}
