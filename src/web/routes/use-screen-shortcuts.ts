import { useNavigate } from '@tanstack/react-router'
import { useShortcut } from '#web/ui/use-shortcut.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** My Chats opens with the focus in its search. */
    searching?: boolean
  }
}

/** The shortcuts that lead to another screen. */
export function useScreenShortcuts() {
  const navigate = useNavigate()
  useShortcut('n', () => void navigate({ to: '/chats/new' }))
  useShortcut('s', () => void navigate({ to: '/chats', search: ({ q }) => ({ q }), state: { searching: true } }))
}
