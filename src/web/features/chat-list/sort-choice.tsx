import { NativeSelect } from '@mantine/core'
import { ChatSort } from '#shared/chats.ts'

const words: Record<ChatSort, string> = { created: 'Newest first', updated: 'Last updated', title: 'By title' }

type SortChoiceProps = { value: ChatSort; onChange: (sort: ChatSort) => void }

export function SortChoice({ value, onChange }: SortChoiceProps) {
  return (
    <NativeSelect
      aria-label="Sort"
      value={value}
      data={ChatSort.options.map((sort) => ({ value: sort, label: words[sort] }))}
      onChange={(event) => onChange(ChatSort.parse(event.currentTarget.value))}
    />
  )
}
