import { Button } from '@mantine/core'
import { IconMessagePlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { t } from '#web/messages/t.ts'

/** `notebookId`: the notebook that the chat is saved into; else the default notebook. */
export function NewChatButton({ notebookId }: { notebookId?: string }) {
  const search = notebookId === undefined ? {} : { notebook: notebookId }
  return (
    <Button
      leftSection={<IconMessagePlus size={16} />}
      renderRoot={(props) => <Link to="/chats/new" search={search} {...props} />}
    >
      {t('chats.createNew')}
    </Button>
  )
}
