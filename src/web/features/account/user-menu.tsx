import { ActionIcon } from '@mantine/core'
import { useClickOutside } from '@mantine/hooks'
import {
  IconBook,
  IconCoins,
  IconGauge,
  IconKeyboard,
  IconLanguage,
  IconLogout,
  IconPlug,
  IconSearch,
  IconSettings,
  IconUser,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { FocusEvent, KeyboardEvent } from 'react'
import type { Me } from '#shared/account.ts'
import { chooseLanguage, languages, manualPath, nameOfLanguage, useLanguage } from '#web/messages/language.ts'
import { rich, t } from '#web/messages/t.ts'
import { useOtherColorScheme } from '#web/ui/color-scheme-switch.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { keyName, MAIN_MODIFIER } from '#web/ui/hooks/use-shortcut.ts'
import classes from './user-menu.module.css'

type UserMenuProps = {
  user: Me['user']
  onShortcuts: () => void
  onPalette: () => void
  /** Resolves to an error message if it failed. */
  onSignOut: () => Promise<string | void>
}

/** Account menu of the header. Opens below its button; Escape, blur and outside clicks close it. */
export function UserMenu({ user, onShortcuts, onPalette, onSignOut }: UserMenuProps) {
  const [opened, setOpened] = useState(false)
  const [failure, setFailure] = useState('')
  const [signingOut, setSigningOut] = useState(false)
  const close = () => setOpened(false)
  const root = useClickOutside<HTMLDivElement>(close)
  const button = useRef<HTMLButtonElement>(null)

  function closeAndFocusButton() {
    close()
    button.current?.focus()
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape' && opened) closeAndFocusButton()
  }
  function openDialog(dialog: () => void) {
    // The dialog returns focus to where it was on opening.
    closeAndFocusButton()
    dialog()
  }
  async function signOut() {
    setFailure('')
    setSigningOut(true)
    setFailure((await onSignOut()) ?? '')
    setSigningOut(false)
  }
  const onBlur = ({ relatedTarget, currentTarget }: FocusEvent) => {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) close()
  }

  return (
    <div ref={root} className={classes.root} onKeyDown={onKeyDown} onBlur={onBlur}>
      <ActionIcon
        ref={button}
        variant="light"
        size="lg"
        radius="xl"
        aria-label={t('account.title')}
        aria-expanded={opened}
        aria-controls="account-menu"
        onClick={() => setOpened(!opened)}
      >
        <IconUser size={18} />
      </ActionIcon>
      <div id="account-menu" className={classes.menu} hidden={!opened}>
        {opened && (
          <>
            <p className={classes.who}>
              {rich('account.signedInAs', { email: user.email, b: (text) => <b>{text}</b> })}
            </p>
            <button type="button" className={classes.item} onClick={() => openDialog(onPalette)}>
              <IconSearch size={16} aria-hidden /> {t('palette.goTo')}
              <kbd className={classes.keys}>{keyName(MAIN_MODIFIER)} K</kbd>
            </button>
            <Link className={classes.item} to="/account" onClick={close}>
              <IconSettings size={16} aria-hidden /> {t('account.settings')}
            </Link>
            <Link className={classes.item} to="/usage" onClick={close}>
              <IconCoins size={16} aria-hidden /> {t('account.usage')}
            </Link>
            <Link className={classes.item} to="/connect" onClick={close}>
              <IconPlug size={16} aria-hidden /> {t('account.connections')}
            </Link>
            <a className={classes.item} href={manualPath()}>
              <IconBook size={16} aria-hidden /> {t('common.help')}
            </a>
            {user.isAdmin && (
              <a className={classes.item} href="/admin">
                <IconGauge size={16} aria-hidden /> {t('account.adminDashboard')}
              </a>
            )}
            <button type="button" className={classes.item} onClick={() => openDialog(onShortcuts)}>
              <IconKeyboard size={16} aria-hidden /> {t('shortcuts.title')}
            </button>
            <OtherColorScheme onChosen={closeAndFocusButton} />
            <OtherLanguages onChosen={closeAndFocusButton} />
            <button type="button" className={classes.item} disabled={signingOut} onClick={() => void signOut()}>
              <IconLogout size={16} aria-hidden /> {signingOut ? t('account.signingOut') : t('account.signOut')}
            </button>
            {failure && <Notice tone="danger">{failure}</Notice>}
          </>
        )}
      </div>
    </div>
  )
}

/** Where the header is too narrow for its switch. */
function OtherColorScheme({ onChosen }: { onChosen: () => void }) {
  const { label, Icon, choose } = useOtherColorScheme()
  function chooseAndClose() {
    onChosen()
    choose()
  }
  return (
    <button type="button" className={`${classes.item} ${classes.scheme}`} onClick={chooseAndClose}>
      <Icon size={16} aria-hidden /> {label}
    </button>
  )
}

/** Each language by its name in that language. */
function OtherLanguages({ onChosen }: { onChosen: () => void }) {
  const current = useLanguage()
  function choose(language: string) {
    onChosen()
    void chooseLanguage(language)
  }
  return languages
    .filter((language) => language !== current)
    .map((language) => (
      <button key={language} type="button" lang={language} className={classes.item} onClick={() => choose(language)}>
        <IconLanguage size={16} aria-hidden /> {nameOfLanguage(language)}
      </button>
    ))
}
