import { t } from '#web/languages/t.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'

export function NoChats() {
  return <EmptyState title={t('No chats yet')}>{t('Start a new chat to begin collecting information.')}</EmptyState>
}
