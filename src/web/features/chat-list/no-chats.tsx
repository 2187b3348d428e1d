import { Button } from '@mantine/core'
import { IconWorldDownload } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { t } from '#web/messages/t.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** `notebookId`: the empty notebook, if not all chats are meant. */
export function NoChats({ notebookId }: { notebookId?: string }) {
  const search = notebookId === undefined ? {} : { notebook: notebookId }
  return (
    <EmptyState
      title={t('chats.empty')}
      action={
        <Button
          leftSection={<IconWorldDownload size={16} aria-hidden />}
          renderRoot={(props) => <Link to="/chats/new" search={search} {...props} />}
        >
          {t('crawlForm.crawlWebsite')}
        </Button>
      }
    >
      {t('chats.emptyHint')}
    </EmptyState>
  )
}
