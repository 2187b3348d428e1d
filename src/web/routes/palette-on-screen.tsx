import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconArrowUpCircle, IconBolt, IconKeyboard, IconLanguage, IconLogin2, IconMoon, IconSearch, IconSun } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useSignInGate } from '#web/features/account/sign-in-gate.tsx'
import { useUpgrade } from '#web/features/credits/upgrade.tsx'
import type { Command } from '#web/features/palette/command.ts'
import { PaletteDialog } from '#web/features/palette/palette-dialog.tsx'
import { screenCommands } from '#web/features/palette/screen-commands.tsx'
import { useShortcutList } from '#web/features/shortcuts/shortcuts.tsx'
import { chooseLanguage, languages, nameOfLanguage, useLanguage } from '#web/languages/language.ts'
import { t } from '#web/languages/t.ts'
import { useSession } from '#web/queries/session.ts'
import { usePresentCommands } from '#web/ui/use-command.ts'
import { toSearch } from './use-screen-shortcuts.ts'

type PaletteOnScreenProps = {
  /** Is handed what was chosen; null when nothing was. */
  onClose: (act: (() => void) | null) => void
}

/** The palette with what this person may do on this screen. */
export function PaletteOnScreen({ onClose }: PaletteOnScreenProps) {
  const { user } = useSession()
  const navigate = useNavigate()
  const here = usePresentCommands().map(({ name, key, act }) => ({
    id: `here ${name}`,
    name: t(name),
    icon: <IconBolt size={18} />,
    keys: key ? [key] : [],
    does: { act },
  }))
  const places = [...useOwnPlaces(), ...screenCommands(user)]
  const ways = useWays()

  function choose({ does }: Command) {
    if ('act' in does) onClose(does.act)
    else if ('screen' in does) onClose(() => void navigate({ href: does.screen }))
    else location.assign(does.page)
  }
  return (
    <PaletteDialog
      groups={[
        { title: t('On this screen'), commands: here },
        { title: t('Go to'), commands: places },
        { title: t('Preferences'), commands: ways },
      ]}
      signedIn={user !== undefined}
      onChoose={choose}
      onClose={() => onClose(null)}
    />
  )
}

/** What leads somewhere and has no address of its own. */
function useOwnPlaces(): Command[] {
  const { user } = useSession()
  const gate = useSignInGate()
  const upgrade = useUpgrade()
  const navigate = useNavigate()
  const plans: Command = {
    id: 'upgrade',
    name: t('Upgrade'),
    also: t('plans, prices, more credits'),
    icon: <IconArrowUpCircle size={18} />,
    does: { act: upgrade },
  }
  const signIn: Command = {
    id: 'sign-in',
    name: t('Sign in'),
    also: t('account, sign up'),
    icon: <IconLogin2 size={18} />,
    does: { act: () => gate.ask(null) },
  }
  const search: Command = {
    id: 'search',
    name: t('Search chats'),
    icon: <IconSearch size={18} />,
    keys: ['s'],
    does: { act: () => void navigate(toSearch) },
  }
  return [user ? search : signIn, plans]
}

/** How the screens look and speak. */
function useWays(): Command[] {
  const { setColorScheme } = useMantineColorScheme()
  const scheme = useComputedColorScheme('light')
  const language = useLanguage()
  const showShortcuts = useShortcutList()
  const other = scheme === 'dark' ? 'light' : 'dark'
  return [
    {
      id: 'colours',
      name: other === 'dark' ? t('Switch to dark colours') : t('Switch to light colours'),
      also: t('theme, mode'),
      icon: other === 'dark' ? <IconMoon size={18} /> : <IconSun size={18} />,
      does: { act: () => setColorScheme(other) },
    },
    ...languages
      .filter((each) => each !== language)
      .map((each) => ({
        id: `language ${each}`,
        name: nameOfLanguage(each),
        lang: each,
        also: t('Language'),
        detail: t('Language'),
        icon: <IconLanguage size={18} />,
        does: { act: () => void chooseLanguage(each) },
      })),
    {
      id: 'shortcuts',
      name: t('Keyboard shortcuts'),
      icon: <IconKeyboard size={18} />,
      keys: ['?'],
      does: { act: showShortcuts },
    },
  ]
}
