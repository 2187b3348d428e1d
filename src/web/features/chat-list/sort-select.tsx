import { NativeSelect } from '@mantine/core'
import { chatSorts } from '#shared/chat/chat-limits.ts'
import type { ChatSort } from '#shared/chat/chats.ts'
import { t } from '#web/messages/t.ts'
import type { TextKey } from '#web/messages/text.ts'

const labelKeys = {
  created: 'chats.newestFirst',
  updated: 'chats.lastUpdated',
  title: 'chats.byTitle',
} as const satisfies Record<ChatSort, TextKey>

export const isSort = (sort: unknown): sort is ChatSort => chatSorts.some((each) => each === sort)

type SortSelectProps = { value: ChatSort; onChange: (sort: ChatSort) => void }

export function SortSelect({ value, onChange }: SortSelectProps) {
  return (
    <NativeSelect
      aria-label={t('chats.sort')}
      value={value}
      data={chatSorts.map((sort) => ({ value: sort, label: t(labelKeys[sort]) }))}
      onChange={(event) => onChange(isSort(event.currentTarget.value) ? event.currentTarget.value : value)}
    />
  )
}
