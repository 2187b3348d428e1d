import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { t } from '#web/messages/t.ts'

export function NewChatButton() {
  return (
    <Button leftSection={<IconPlus size={16} />} renderRoot={(props) => <Link to="/chats/new" {...props} />}>
      {t('chats.createNew')}
    </Button>
  )
}
