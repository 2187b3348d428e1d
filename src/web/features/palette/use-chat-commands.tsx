import { useDebouncedValue } from '@mantine/hooks'
import { IconMessage, IconNotebook } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { t } from '#web/messages/t.ts'
import { chatListQuery } from '#web/queries/chats.ts'
import { translateNotebook, notebooksQuery } from '#web/queries/notebooks.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import type { Command, CommandGroup } from './command.ts'
import { matchCommands } from './match-commands.ts'

const DEBOUNCE_MS = 150
const MAX_CHATS = 6
const MAX_RECENT_CHATS = 3
const MAX_NOTEBOOKS = 4

export type ChatCommands = {
  groups: readonly CommandGroup[]
  /** The search for the current query is running. */
  busy: boolean
  failed: boolean
  retry: () => void
}

/** The user's chats and notebooks that match the query by title; recent chats for an empty query. */
export function useChatCommands(signedIn: boolean, query: string): ChatCommands {
  const trimmedQuery = query.trim()
  const isEmpty = trimmedQuery === ''
  const [searchedQuery] = useDebouncedValue(trimmedQuery, DEBOUNCE_MS)
  const chats = useInfiniteQuery({ ...chatListQuery({ title: searchedQuery, sort: 'updated' }), enabled: signedIn })
  const notebooks = useQuery({ ...notebooksQuery, enabled: signedIn })

  // Filters the previous results until the server responds.
  const loadedChats = chats.data?.pages[0]?.chats.map(chatCommand) ?? []
  const loadedNotebooks = notebooks.data?.map(translateNotebook).map(notebookCommand) ?? []
  const foundNotebooks = isEmpty ? [] : matchCommands(loadedNotebooks, trimmedQuery)
  const chatGroup = isEmpty
    ? { title: t('palette.recentChats'), commands: loadedChats.slice(0, MAX_RECENT_CHATS) }
    : { title: t('common.chats'), commands: matchCommands(loadedChats, trimmedQuery).slice(0, MAX_CHATS) }
  const notebookGroup = { title: t('chats.notebooks'), commands: foundNotebooks.slice(0, MAX_NOTEBOOKS) }
  return {
    groups: [chatGroup, notebookGroup].filter(({ commands }) => commands.length > 0),
    busy: signedIn && !chats.isError && (chats.isPending || chats.isPlaceholderData || searchedQuery !== trimmedQuery),
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
  action: { screen: `/chats/${id}` },
})

const notebookCommand = ({ id, title }: { id: string; title: string }): Command => ({
  id: `notebook ${id}`,
  name: title,
  icon: <IconNotebook size={18} />,
  action: { screen: `/notebooks/${id}` },
})
