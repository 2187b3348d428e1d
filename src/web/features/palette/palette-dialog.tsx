import { Button, CloseButton, Modal, Skeleton, VisuallyHidden } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useId, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { TITLE_MAX_LENGTH } from '#shared/chats.ts'
import { t } from '#web/languages/t.ts'
import { Notice } from '#web/ui/notice.tsx'
import { useEscape } from '#web/ui/use-escape.ts'
import { useReturnedFocus } from '#web/ui/use-returned-focus.ts'
import { isModified } from '#web/ui/use-shortcut.ts'
import type { Command, CommandGroup } from './command.ts'
import { matchGroups } from './match-commands.ts'
import { lineId, PaletteList } from './palette-list.tsx'
import { useOwnThings } from './use-own-things.tsx'
import classes from './palette-dialog.module.css'

type PaletteDialogProps = {
  /** What can be done and gone to, apart from the person's own chats and notebooks; first what this screen can do. */
  groups: readonly CommandGroup[]
  signedIn: boolean
  onChoose: (command: Command) => void
  onClose: () => void
}

/** A field, and below it everything that what is typed there may mean (ARIA combobox with a list that is always open). */
export function PaletteDialog({ groups, signedIn, onChoose, onClose }: PaletteDialogProps) {
  const [typed, setTyped] = useState('')
  const [moved, setMoved] = useState<string | null>(null)
  const listId = useId()
  useEscape(true, onClose)
  useReturnedFocus(true)
  const own = useOwnThings(signedIn, typed)

  // Chats that were searched for stand below, so that what Enter carries out does not change when the server answers.
  const searched = typed.trim() !== ''
  const shown = searched ? [...matchGroups(groups, typed), ...own.groups] : withRecent(groups, own.groups)
  const lines = shown.flatMap(({ commands }) => commands)
  const active = lines.find(({ id }) => id === moved) ?? (searched ? lines[0] : undefined)

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    const at = active ? lines.indexOf(active) : -1
    if (isModified(event, 'k')) onClose()
    else if (event.key === 'ArrowDown') setMoved(lines[(at + 1) % lines.length]?.id ?? null)
    else if (event.key === 'ArrowUp') setMoved(lines.at(at > 0 ? at - 1 : -1)?.id ?? null)
    else if (event.key === 'Enter' && active) onChoose(active)
    else return
    event.preventDefault()
  }

  return (
    <Modal.Root opened onClose={onClose} closeOnEscape={false} size="36rem" yOffset="12vh" classNames={classes}>
      <Modal.Overlay backgroundOpacity={0.45} />
      <Modal.Content aria-label={t('Go to a screen, a chat or an action')}>
        <div className={classes.field}>
          <IconSearch size={18} aria-hidden className={classes.glass} />
          <input
            data-autofocus
            className={classes.input}
            type="text"
            role="combobox"
            aria-label={t('Where to, or what to do')}
            placeholder={signedIn ? t('A screen, a chat, an action …') : t('A screen or an action …')}
            aria-expanded="true"
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={active && lineId(listId, active.id)}
            autoComplete="off"
            spellCheck={false}
            maxLength={TITLE_MAX_LENGTH}
            value={typed}
            onChange={(event) => {
              setTyped(event.currentTarget.value)
              setMoved(null)
            }}
            onKeyDown={onKeyDown}
          />
          <CloseButton aria-label={t('Close')} onClick={onClose} />
        </div>
        <div className={classes.found}>
          <PaletteList
            id={listId}
            label={t('What was found')}
            groups={shown}
            active={active?.id}
            onActive={setMoved}
            onChoose={onChoose}
          />
          {own.busy && lines.length < FEW && <Busy />}
          {own.failed && (
            <Notice
              tone="danger"
              action={
                <Button size="compact-sm" variant="default" onClick={own.retry}>
                  {t('Try Again')}
                </Button>
              }
            >
              {t('Your chats could not be searched.')}
            </Notice>
          )}
          {lines.length === 0 && !own.busy && (
            <p className={classes.none}>{t('Nothing here is called “{words}”.', { words: typed.trim() })}</p>
          )}
        </div>
        <VisuallyHidden role="status">
          {own.busy ? '' : t('{n, plural, =0 {Nothing found} one {# found} other {# found}}', { n: lines.length })}
        </VisuallyHidden>
      </Modal.Content>
    </Modal.Root>
  )
}

/** While nothing is typed: first what the screen can do, then the latest chats. */
function withRecent(groups: readonly CommandGroup[], recent: readonly CommandGroup[]): CommandGroup[] {
  const [here, ...rest] = groups
  return matchGroups([...(here ? [here] : []), ...recent, ...rest], '')
}

/** With more lines than these nobody waits for the chats. */
const FEW = 6

function Busy() {
  return (
    <div className={classes.busy} role="status" aria-label={t('Searching')}>
      <Skeleton height={18} width="55%" />
      <Skeleton height={18} width="40%" />
    </div>
  )
}
