import { EmptyState } from '#web/ui/empty-state.tsx'

export function NoChats() {
  return <EmptyState title="No chats yet">Start a new chat to begin collecting information.</EmptyState>
}
