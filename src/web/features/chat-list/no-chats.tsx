import { EmptyState } from '#web/ui/empty-state.tsx'
import { CreateNew } from './create-new.tsx'

export function NoChats() {
  return (
    <EmptyState title="No chats yet" action={<CreateNew />}>
      Start a new chat to begin collecting information.
    </EmptyState>
  )
}
