import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'
import { t } from '#web/messages/t.ts'

/** The other scheme: its name, its icon, and how to change to it. The system decides until someone chooses. */
export function useOtherColorScheme() {
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme('light') === 'dark'
  return {
    label: isDark ? t('common.lightTheme') : t('common.darkTheme'),
    Icon: isDark ? IconSun : IconMoon,
    choose: () => setColorScheme(isDark ? 'light' : 'dark'),
  }
}

export function ColorSchemeSwitch({ className }: { className: string | undefined }) {
  const { label, Icon, choose } = useOtherColorScheme()
  return (
    <ActionIcon variant="subtle" color="gray" size="lg" className={className} onClick={choose} aria-label={label}>
      <Icon size={18} />
    </ActionIcon>
  )
}
