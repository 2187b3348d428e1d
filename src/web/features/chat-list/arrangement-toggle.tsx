import { ActionIcon, Group } from '@mantine/core'
import { IconLayoutGrid, IconList } from '@tabler/icons-react'
import { t } from '#web/languages/t.ts'
import type { Arrangement } from './chat-cards.tsx'

type ArrangementToggleProps = { value: Arrangement; onChange: (value: Arrangement) => void }

export function ArrangementToggle({ value, onChange }: ArrangementToggleProps) {
  const choice = (arrangement: Arrangement, label: string, icon: React.ReactNode) => (
    <ActionIcon
      size={36}
      variant={value === arrangement ? 'light' : 'subtle'}
      color={value === arrangement ? undefined : 'gray'}
      aria-label={label}
      aria-pressed={value === arrangement}
      onClick={() => onChange(arrangement)}
    >
      {icon}
    </ActionIcon>
  )
  return (
    <Group gap={4} role="group" aria-label={t('Arrangement')}>
      {choice('grid', t('Grid view'), <IconLayoutGrid size={18} />)}
      {choice('list', t('List view'), <IconList size={18} />)}
    </Group>
  )
}
