import { ActionIcon, Group } from '@mantine/core'
import { IconLayoutGrid, IconList } from '@tabler/icons-react'
import { t } from '#web/messages/t.ts'
import type { ChatLayout } from './chat-cards.tsx'

type LayoutToggleProps = { value: ChatLayout; onChange: (value: ChatLayout) => void }

export function LayoutToggle({ value, onChange }: LayoutToggleProps) {
  const option = (layout: ChatLayout, label: string, icon: React.ReactNode) => (
    <ActionIcon
      size={36}
      variant={value === layout ? 'light' : 'subtle'}
      color={value === layout ? undefined : 'gray'}
      aria-label={label}
      aria-pressed={value === layout}
      onClick={() => onChange(layout)}
    >
      {icon}
    </ActionIcon>
  )
  return (
    <Group gap={4} role="group" aria-label={t('chats.layout')}>
      {option('grid', t('chats.gridView'), <IconLayoutGrid size={18} />)}
      {option('list', t('chats.listView'), <IconList size={18} />)}
    </Group>
  )
}
