import { Button, Center } from '@mantine/core'
import { t } from '#web/languages/t.ts'

type MoreChatsProps = { more: boolean; loading: boolean; onMore: () => void }

/** Leads to the rest of a long list. */
export function MoreChats({ more, loading, onMore }: MoreChatsProps) {
  if (!more) return null
  return (
    <Center mt="lg">
      <Button variant="default" loading={loading} onClick={onMore}>
        {t('Show more chats')}
      </Button>
    </Center>
  )
}
