import { ActionIcon, Button } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { IconHelp, IconMessages, IconSearch } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSignInGate } from '#web/features/sign-in/sign-in-gate.tsx'
import { UserMenu } from '#web/features/account/user-menu.tsx'
import { CreditCount } from '#web/features/credits/credit-count.tsx'
import { useUpgrade } from '#web/features/credits/upgrade.tsx'
import { useShortcutList } from '#web/features/shortcuts/shortcuts.tsx'
import { manualPath } from '#web/messages/language.ts'
import { t } from '#web/messages/t.ts'
import { useSession } from '#web/queries/session/session.ts'
import { failureText } from '#web/api/request.ts'
import { Brand } from '#web/ui/brand.tsx'
import { ColorSchemeSwitch } from '#web/ui/color-scheme-switch.tsx'
import { LanguageChoice } from '#web/ui/language-choice.tsx'
import { keyName, MAIN_MODIFIER } from '#web/ui/hooks/use-shortcut.ts'
import classes from './header.module.css'
import { usePalette } from './palette.tsx'

/** Its address starts that of every chat. */
const exact = { exact: true, includeSearch: false }

export function Header({ start }: { start: ReactNode }) {
  const { user, loading, signOut } = useSession()
  const gate = useSignInGate()
  const upgrade = useUpgrade()
  const showShortcuts = useShortcutList()
  const openPalette = usePalette()
  const navigate = useNavigate()
  const { online } = useNetwork()

  async function signOutAndGoHome() {
    const { error } = await signOut()
    if (error) return failureText(error, 'server.unexpected')
    await navigate({ to: '/', ignoreBlocker: true })
  }

  const chats = {
    variant: 'subtle',
    size: 'compact-md',
    className: classes.chats,
    leftSection: <IconMessages size={18} className={classes.icon} />,
  } as const
  return (
    <header
      className={classes.header}
      data-collapses
      data-signed-in={user !== undefined || undefined}
      data-loading={loading || undefined}
    >
      {start}
      <Brand />
      {user ? (
        <Button {...chats} renderRoot={(props) => <Link to="/chats" activeOptions={exact} {...props} />}>
          {t('common.chats')}
        </Button>
      ) : (
        <Button {...chats} onClick={() => gate.requestSignIn({ path: '/chats' })} disabled={loading}>
          {t('common.chats')}
        </Button>
      )}
      <div className={classes.end}>
        <span role="status">{!online && <span className={classes.offline}>{t('common.offline')}</span>}</span>
        {user && <CreditCount onUpgrade={upgrade} />}
        {!loading && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            className={classes.palette}
            aria-label={t('palette.goTo')}
            data-keys={`${keyName(MAIN_MODIFIER)} K`}
            aria-haspopup="dialog"
            onClick={openPalette}
          >
            <IconSearch size={18} />
          </ActionIcon>
        )}
        {!loading && (
          <ActionIcon
            component="a"
            href={manualPath()}
            variant="subtle"
            color="gray"
            size="lg"
            className={classes.help}
            aria-label={t('common.help')}
          >
            <IconHelp size={18} />
          </ActionIcon>
        )}
        {!user && !loading && <LanguageChoice />}
        {!loading && <ColorSchemeSwitch className={classes.scheme} />}
        {user && (
          <UserMenu user={user} onShortcuts={showShortcuts} onPalette={openPalette} onSignOut={signOutAndGoHome} />
        )}
        {!user && !loading && (
          <Button size="sm" className={classes.signIn} onClick={() => gate.requestSignIn(null)}>
            {t('common.signIn')}
          </Button>
        )}
      </div>
    </header>
  )
}
