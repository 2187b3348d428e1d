import { useDebouncedValue } from '@mantine/hooks'
import { IconMessage, IconNotebook } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { t } from '#web/languages/t.ts'
import { chatListQuery } from '#web/queries/chats.ts'
import { notebooksQuery } from '#web/queries/notebooks.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import type { Command, CommandGroup } from './command.ts'
import { matchCommands } from './match-commands.ts'

/** The server is asked once this long nothing was typed. */
const TYPING_MS = 150
const CHATS_AT_MOST = 6
const RECENT_AT_MOST = 3
const NOTEBOOKS_AT_MOST = 4

export type OwnThings = {
  groups: readonly CommandGroup[]
  /** What was typed last is still being looked for. */
  busy: boolean
  failed: boolean
  retry: () => void
}

/** The person's chats and notebooks by a part of their title, the latest while nothing is typed; a visitor has none. */
export function useOwnThings(signedIn: boolean, typed: string): OwnThings {
  const wanted = typed.trim()
  const [asked] = useDebouncedValue(wanted, TYPING_MS)
  const chats = useInfiniteQuery({ ...chatListQuery({ title: asked, sort: 'updated' }), enabled: signedIn })
  const notebooks = useQuery({ ...notebooksQuery, enabled: signedIn })

  // What the server found for fewer letters is narrowed at once.
  const listed = chats.data?.pages[0]?.chats.map(chatCommand) ?? []
  const foundChats = wanted === '' ? listed : matchCommands(listed, wanted)
  const foundNotebooks = wanted === '' ? [] : matchCommands(notebooks.data?.map(notebookCommand) ?? [], wanted)
  return {
    groups: [
      { title: wanted === '' ? t('Recent chats') : t('Chats'), commands: foundChats.slice(0, wanted === '' ? RECENT_AT_MOST : CHATS_AT_MOST) },
      { title: t('Notebooks'), commands: foundNotebooks.slice(0, NOTEBOOKS_AT_MOST) },
    ].filter(({ commands }) => commands.length > 0),
    busy: signedIn && !chats.isError && (chats.isPending || chats.isPlaceholderData || asked !== wanted),
    failed: (chats.isError && chats.data === undefined) || (notebooks.isError && notebooks.data === undefined),
    retry() {
      void chats.refetch()
      void notebooks.refetch()
    },
  }
}

const chatCommand = ({ id, title, updated_at }: { id: string; title: string; updated_at: string }): Command => ({
  id: `chat ${id}`,
  name: title,
  detail: <RelativeTime iso={updated_at} />,
  icon: <IconMessage size={18} />,
  does: { screen: `/chats/${id}` },
})

const notebookCommand = ({ id, title }: { id: string; title: string }): Command => ({
  id: `notebook ${id}`,
  name: title,
  icon: <IconNotebook size={18} />,
  does: { screen: `/notebooks/${id}` },
})
