import { NativeSelect } from '@mantine/core'
import { ChatSort } from '#shared/chats.ts'
import { t } from '#web/languages/t.ts'
import type { Text } from '#web/languages/text.ts'

const words = {
  created: 'Newest first',
  updated: 'Last updated',
  title: 'By title',
} as const satisfies Record<ChatSort, Text>

type SortChoiceProps = { value: ChatSort; onChange: (sort: ChatSort) => void }

export function SortChoice({ value, onChange }: SortChoiceProps) {
  return (
    <NativeSelect
      aria-label={t('Sort')}
      value={value}
      data={ChatSort.options.map((sort) => ({ value: sort, label: t(words[sort]) }))}
      onChange={(event) => onChange(ChatSort.parse(event.currentTarget.value))}
    />
  )
}
