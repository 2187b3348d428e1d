import { Button, Center } from '@mantine/core'

type MoreChatsProps = { more: boolean; loading: boolean; onMore: () => void }

/** Leads to the rest of a long list. */
export function MoreChats({ more, loading, onMore }: MoreChatsProps) {
  if (!more) return null
  return (
    <Center mt="lg">
      <Button variant="default" loading={loading} onClick={onMore}>
        Show more chats
      </Button>
    </Center>
  )
}
