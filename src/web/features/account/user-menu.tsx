import { ActionIcon } from '@mantine/core'
import { useClickOutside } from '@mantine/hooks'
import { IconCoins, IconGauge, IconKeyboard, IconLanguage, IconLogout, IconPlug, IconSearch, IconSettings, IconUser } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { FocusEvent, KeyboardEvent } from 'react'
import type { Me } from '#shared/account.ts'
import { chooseLanguage, languages, nameOfLanguage, useLanguage } from '#web/languages/language.ts'
import { wholeSentence } from '#web/languages/said-words.ts'
import { rich, t } from '#web/languages/t.ts'
import { Notice } from '#web/ui/notice.tsx'
import { MAIN_MODIFIER } from '#web/ui/use-shortcut.ts'
import classes from './user-menu.module.css'

type UserMenuProps = {
  user: Me['user']
  onShortcuts: () => void
  onPalette: () => void
  /** Answers with words when it failed. */
  onSignOut: () => Promise<string | void>
}

/** Who is signed in, and what belongs to them. Opens below its button; Escape and leaving close it. */
export function UserMenu({ user, onShortcuts, onPalette, onSignOut }: UserMenuProps) {
  const [opened, setOpened] = useState(false)
  const [failure, setFailure] = useState('')
  const [leaving, setLeaving] = useState(false)
  const close = () => setOpened(false)
  const root = useClickOutside<HTMLDivElement>(close)
  const button = useRef<HTMLButtonElement>(null)

  function closeToButton() {
    close()
    button.current?.focus()
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape' && opened) closeToButton()
  }
  function open(dialog: () => void) {
    // It gives the focus back to where it was when it opened.
    closeToButton()
    dialog()
  }
  async function signOut() {
    setFailure('')
    setLeaving(true)
    setFailure((await onSignOut()) ?? '')
    setLeaving(false)
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
        aria-label={t('Account')}
        aria-expanded={opened}
        aria-controls="account-menu"
        onClick={() => setOpened(!opened)}
      >
        <IconUser size={18} />
      </ActionIcon>
      <div id="account-menu" className={classes.menu} hidden={!opened}>
        <p className={classes.who}>
          {rich('Signed in as <b>{email}</b>', { email: user.email, b: (words) => <b>{words}</b> })}
        </p>
        <button type="button" className={classes.item} onClick={() => open(onPalette)}>
          <IconSearch size={16} aria-hidden /> {t('Go to')}
          <kbd className={classes.keys}>{wholeSentence(MAIN_MODIFIER)} K</kbd>
        </button>
        <Link className={classes.item} to="/account" onClick={close}>
          <IconSettings size={16} aria-hidden /> {t('Account settings')}
        </Link>
        <Link className={classes.item} to="/usage" onClick={close}>
          <IconCoins size={16} aria-hidden /> {t('Usage')}
        </Link>
        <Link className={classes.item} to="/connect" onClick={close}>
          <IconPlug size={16} aria-hidden /> {t('Connect programs')}
        </Link>
        {user.isAdmin && (
          <a className={classes.item} href="/admin">
            <IconGauge size={16} aria-hidden /> {t('Admin Dashboard')}
          </a>
        )}
        <button type="button" className={classes.item} onClick={() => open(onShortcuts)}>
          <IconKeyboard size={16} aria-hidden /> {t('Keyboard shortcuts')}
        </button>
        {opened && <OtherLanguages onChosen={closeToButton} />}
        <button type="button" className={classes.item} disabled={leaving} onClick={() => void signOut()}>
          <IconLogout size={16} aria-hidden /> {leaving ? t('Signing out...') : t('Sign out')}
        </button>
        {failure && <Notice tone="danger">{failure}</Notice>}
      </div>
    </div>
  )
}

/** Each under its own name. */
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
