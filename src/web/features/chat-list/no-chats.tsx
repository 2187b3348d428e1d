import { t } from '#web/messages/t.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'

export function NoChats() {
  return <EmptyState title={t('chats.empty')}>{t('chats.emptyHint')}</EmptyState>
}
