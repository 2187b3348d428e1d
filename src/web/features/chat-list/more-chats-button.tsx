import { Button, Center } from '@mantine/core'
import { t } from '#web/messages/t.ts'

type MoreChatsButtonProps = { hasMore: boolean; loading: boolean; onLoadMore: () => void }

export function MoreChatsButton({ hasMore, loading, onLoadMore }: MoreChatsButtonProps) {
  if (!hasMore) return null
  return (
    <Center mt="lg">
      <Button variant="default" loading={loading} onClick={onLoadMore}>
        {t('chats.showMore')}
      </Button>
    </Center>
  )
}
