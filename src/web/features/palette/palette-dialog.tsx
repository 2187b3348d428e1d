import { Button, CloseButton, Modal, Skeleton, VisuallyHidden } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useId, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { TITLE_MAX_LENGTH } from '#shared/chat/chat-limits.ts'
import { t } from '#web/messages/t.ts'
import { Notice } from '#web/ui/notice.tsx'
import { useLayer } from '#web/ui/hooks/use-layer.ts'
import { useReturnFocus } from '#web/ui/hooks/use-return-focus.ts'
import { isModified } from '#web/ui/hooks/use-shortcut.ts'
import type { Command, CommandGroup } from './command.ts'
import { matchGroups } from './match-commands.ts'
import { optionId, PaletteList } from './palette-list.tsx'
import { useChatCommands } from './use-chat-commands.tsx'
import classes from './palette-dialog.module.css'

type PaletteDialogProps = {
  /** Commands except chats and notebooks; the first group belongs to the current screen. */
  groups: readonly CommandGroup[]
  /** Kept outside: it has letters that were typed before this dialog had loaded. */
  query: string
  onQuery: (query: string) => void
  signedIn: boolean
  onChoose: (command: Command) => void
  onClose: () => void
}

/** The command palette (ARIA combobox with a list that is always open). */
export function PaletteDialog(props: PaletteDialogProps) {
  const { groups, query, onQuery, signedIn, onChoose, onClose } = props
  const [activeId, setActiveId] = useState<string | null>(null)
  const listId = useId()
  useLayer(true, onClose)
  useReturnFocus(true)
  const chats = useChatCommands(signedIn, query)

  // Found chats are listed last, so that the command under Enter does not change when the server responds.
  const isSearching = query.trim() !== ''
  const found = isSearching ? [...matchGroups(groups, query), ...chats.groups] : withRecent(groups, chats.groups)
  const isNothingFound = found.length === 0 && !chats.busy
  const shown = isNothingFound && signedIn ? [searchInChats(query.trim())] : found
  const commands = shown.flatMap((group) => group.commands)
  const active = commands.find(({ id }) => id === activeId) ?? (isSearching ? commands[0] : undefined)

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    const index = active ? commands.indexOf(active) : -1
    if (isModified(event, 'k')) onClose()
    else if (event.key === 'ArrowDown') setActiveId(commands[(index + 1) % commands.length]?.id ?? null)
    else if (event.key === 'ArrowUp') setActiveId(commands.at(index > 0 ? index - 1 : -1)?.id ?? null)
    else if (event.key === 'Enter' && active) onChoose(active)
    else return
    event.preventDefault()
  }

  return (
    <Modal.Root opened onClose={onClose} closeOnEscape={false} size="36rem" yOffset="12vh" classNames={classes}>
      <Modal.Overlay backgroundOpacity={0.45} />
      <Modal.Content aria-label={t('palette.title')}>
        <div className={classes.field}>
          <IconSearch size={18} aria-hidden className={classes.glass} />
          <input
            data-autofocus
            className={classes.input}
            type="text"
            role="combobox"
            aria-label={t('palette.inputLabel')}
            placeholder={signedIn ? t('palette.placeholder') : t('palette.placeholderSignedOut')}
            aria-expanded="true"
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={active && optionId(listId, active.id)}
            autoComplete="off"
            spellCheck={false}
            maxLength={TITLE_MAX_LENGTH}
            value={query}
            onChange={(event) => {
              onQuery(event.currentTarget.value)
              setActiveId(null)
            }}
            onKeyDown={onKeyDown}
          />
          <CloseButton aria-label={t('common.close')} onClick={onClose} />
        </div>
        <div className={classes.found}>
          {isNothingFound && <p className={classes.none}>{t('palette.noResults', { words: query.trim() })}</p>}
          <PaletteList
            id={listId}
            label={t('palette.results')}
            groups={shown}
            active={active?.id}
            onActive={setActiveId}
            onChoose={onChoose}
          />
          {chats.busy && commands.length < MIN_COMMANDS && <LoadingSkeleton />}
          {chats.failed && (
            <Notice
              tone="danger"
              action={
                <Button size="compact-sm" variant="default" onClick={chats.retry}>
                  {t('common.tryAgain')}
                </Button>
              }
            >
              {t('palette.chatSearchFailed')}
            </Notice>
          )}
        </div>
        <VisuallyHidden role="status">
          {chats.busy ? '' : t('palette.resultCount', { n: commands.length })}
        </VisuallyHidden>
      </Modal.Content>
    </Modal.Root>
  )
}

/** Titles are searched here, and everything else on the screen of the chats. */
const searchInChats = (words: string): CommandGroup => ({
  title: t('palette.goTo'),
  commands: [
    {
      id: 'search-in-chats',
      name: t('palette.searchInChats', { words }),
      icon: <IconSearch size={18} />,
      action: { screen: `/chats?q=${encodeURIComponent(words)}` },
    },
  ],
})

/** Without a query, recent chats follow the commands of the current screen. */
function withRecent(groups: readonly CommandGroup[], recent: readonly CommandGroup[]): CommandGroup[] {
  const [here, ...rest] = groups
  return matchGroups([...(here ? [here] : []), ...recent, ...rest], '')
}

/** Shows the loading state only if there are fewer commands. */
const MIN_COMMANDS = 6

function LoadingSkeleton() {
  return (
    <div className={classes.busy} role="status" aria-label={t('chats.searching')}>
      <Skeleton height={18} width="55%" />
      <Skeleton height={18} width="40%" />
    </div>
  )
}
