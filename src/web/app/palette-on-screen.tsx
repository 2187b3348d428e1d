import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import {
  IconArrowUpCircle,
  IconBolt,
  IconKeyboard,
  IconLanguage,
  IconLogin2,
  IconMoon,
  IconSearch,
  IconSun,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useSignInGate } from '#web/features/sign-in/sign-in-gate.tsx'
import { useUpgrade } from '#web/features/credits/upgrade.tsx'
import type { Command } from '#web/features/palette/command.ts'
import { PaletteDialog } from '#web/features/palette/palette-dialog.tsx'
import { screenCommands } from '#web/features/palette/screen-commands.tsx'
import { useShortcutList } from '#web/features/shortcuts/shortcuts.tsx'
import { chooseLanguage, languages, nameOfLanguage, useLanguage } from '#web/messages/language.ts'
import { t } from '#web/messages/t.ts'
import { useSession } from '#web/queries/session/session.ts'
import { usePresentCommands } from '#web/ui/hooks/use-command.ts'
import { toSearch } from '#web/screens/use-screen-shortcuts.ts'

type PaletteOnScreenProps = {
  query: string
  onQuery: (query: string) => void
  /** Receives the chosen action, or null. */
  onClose: (act: (() => void) | null) => void
}

/** The palette with the actions this user has on this screen. */
export function PaletteOnScreen({ query, onQuery, onClose }: PaletteOnScreenProps) {
  const { user } = useSession()
  const navigate = useNavigate()
  const here = usePresentCommands().map(({ name, key, act }) => ({
    id: `here ${name}`,
    name: t(name),
    icon: <IconBolt size={18} />,
    keys: key ? [key === 'Escape' ? 'Esc' : key] : [],
    action: { run: act },
  }))
  const places = [...useOwnPlaces(), ...screenCommands(user)]
  const ways = useWays()

  function choose({ action }: Command) {
    if ('run' in action) onClose(action.run)
    else if ('screen' in action) onClose(() => void navigate({ href: action.screen }))
    else location.assign(action.page)
  }
  return (
    <PaletteDialog
      groups={[
        { title: t('palette.onThisScreen'), commands: here },
        { title: t('palette.goTo'), commands: places },
        { title: t('palette.preferences'), commands: ways },
      ]}
      query={query}
      onQuery={onQuery}
      signedIn={user !== undefined}
      onChoose={choose}
      onClose={() => onClose(null)}
    />
  )
}

/** Destinations without an address of their own. */
function useOwnPlaces(): Command[] {
  const { user } = useSession()
  const gate = useSignInGate()
  const upgrade = useUpgrade()
  const navigate = useNavigate()
  const plans: Command = {
    id: 'upgrade',
    name: t('common.upgrade'),
    keywords: t('palette.keywordsPlans'),
    icon: <IconArrowUpCircle size={18} />,
    action: { run: upgrade },
  }
  const signIn: Command = {
    id: 'sign-in',
    name: t('common.signIn'),
    keywords: t('palette.keywordsSignIn'),
    icon: <IconLogin2 size={18} />,
    action: { run: () => gate.requestSignIn(null) },
  }
  const search: Command = {
    id: 'search',
    name: t('chats.search'),
    icon: <IconSearch size={18} />,
    keys: ['s'],
    action: { run: () => void navigate(toSearch) },
  }
  return [user ? search : signIn, ...(user?.tier === 'enterprise' ? [] : [plans])]
}

/** Appearance and language. */
function useWays(): Command[] {
  const { setColorScheme } = useMantineColorScheme()
  const scheme = useComputedColorScheme('light')
  const language = useLanguage()
  const showShortcuts = useShortcutList()
  const other = scheme === 'dark' ? 'light' : 'dark'
  return [
    {
      id: 'colors',
      name: other === 'dark' ? t('common.darkTheme') : t('common.lightTheme'),
      keywords: t('palette.keywordsTheme'),
      icon: other === 'dark' ? <IconMoon size={18} /> : <IconSun size={18} />,
      action: { run: () => setColorScheme(other) },
    },
    ...languages
      .filter((each) => each !== language)
      .map((each) => ({
        id: `language ${each}`,
        name: nameOfLanguage(each),
        lang: each,
        keywords: t('common.language'),
        detail: t('common.language'),
        icon: <IconLanguage size={18} />,
        action: { run: () => void chooseLanguage(each) },
      })),
    {
      id: 'shortcuts',
      name: t('shortcuts.title'),
      icon: <IconKeyboard size={18} />,
      keys: ['?'],
      action: { run: showShortcuts },
    },
  ]
}
