import { ActionIcon } from '@mantine/core'
import { useClickOutside } from '@mantine/hooks'
import { useId, useRef, useState } from 'react'
import type { FocusEvent, KeyboardEvent, ReactNode } from 'react'
import classes from './choice-menu.module.css'

type Choice = {
  words: string
  /** Language of the text, if different from the screen's. */ lang?: string
  onChoose: () => void
}

type ChoiceMenuProps = {
  label: string
  icon: ReactNode
  disabled?: boolean
  /** Without a border, as in the header. */
  bare?: boolean
  /** Larger, for wide layouts. */
  opens?: 'above' | 'below'
  /** A function when they are expensive: called when the menu opens. */
  choices: Choice[] | (() => Choice[])
}

/** A menu button (ARIA pattern): arrow keys move, Escape and blur close. */
export function ChoiceMenu({ label, icon, disabled = false, bare = false, opens = 'above', choices }: ChoiceMenuProps) {
  const [opened, setOpened] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const menuId = useId()
  const root = useClickOutside<HTMLDivElement>(() => setOpened(false))

  const items = () => [...(root.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
  function close() {
    setOpened(false)
    button.current?.focus()
  }
  function focusItem(index: number) {
    const all = items()
    all.at(index % all.length)?.focus()
  }
  function open(index: number) {
    setOpened(true)
    // The items exist after the menu has rendered.
    requestAnimationFrame(() => focusItem(index))
  }
  function onKeyDown(event: KeyboardEvent) {
    const at = items().findIndex((item) => item === document.activeElement)
    if (event.key === 'Escape' && opened) close()
    else if (event.key === 'ArrowDown' && opened) focusItem(at + 1)
    else if (event.key === 'ArrowUp' && opened) focusItem(at - 1)
    else if (event.key === 'ArrowDown') open(0)
    else if (event.key === 'ArrowUp') open(-1)
    else if (event.key === 'Home' && opened) focusItem(0)
    else if (event.key === 'End' && opened) focusItem(-1)
    else return
    event.preventDefault()
  }
  const onBlur = ({ relatedTarget, currentTarget }: FocusEvent) => {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) setOpened(false)
  }

  return (
    <div ref={root} className={classes.root} onKeyDown={onKeyDown} onBlur={onBlur}>
      <ActionIcon
        ref={button}
        {...(bare ? { variant: 'subtle', color: 'gray', size: 'lg' } : { variant: 'default', size: 36 })}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={opened}
        aria-controls={opened ? menuId : undefined}
        disabled={disabled}
        onClick={() => (opened ? close() : open(0))}
      >
        {icon}
      </ActionIcon>
      {opened && (
        <div id={menuId} role="menu" aria-label={label} className={classes.menu} data-opens={opens}>
          {(typeof choices === 'function' ? choices() : choices).map(({ words, lang, onChoose }) => (
            <button
              key={words}
              type="button"
              role="menuitem"
              lang={lang}
              tabIndex={-1}
              className={classes.item}
              onClick={() => {
                close()
                onChoose()
              }}
            >
              {words}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
