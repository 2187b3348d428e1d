import { keyName } from '#web/ui/hooks/use-shortcut.ts'
import { useLayoutEffect, useRef } from 'react'
import type { MouseEvent } from 'react'
import type { Command, CommandGroup } from './command.ts'
import classes from './palette-list.module.css'

type PaletteListProps = {
  id: string
  label: string
  groups: readonly CommandGroup[]
  /** The id of the command that Enter runs. */
  active: string | undefined
  onActive: (id: string) => void
  onChoose: (command: Command) => void
}

/** The commands as a listbox. Focus stays in the input, which points at the active option. */
export function PaletteList({ id, label, groups, active, onActive, onChoose }: PaletteListProps) {
  return (
    <div id={id} role="listbox" aria-label={label}>
      {groups.map(({ title, commands }) => (
        <div key={title} role="group" aria-label={title}>
          <div className={classes.title} aria-hidden>
            {title}
          </div>
          {commands.map((command) => (
            <Option
              key={command.id}
              id={optionId(id, command.id)}
              command={command}
              active={command.id === active}
              onActive={onActive}
              onChoose={onChoose}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

/** The element id of a command's option. */
export const optionId = (listId: string, commandId: string) => `${listId}-${commandId.replaceAll(' ', '-')}`

type OptionProps = { id: string; command: Command; active: boolean } & Pick<PaletteListProps, 'onActive' | 'onChoose'>

function Option({ id, command, active, onActive, onChoose }: OptionProps) {
  const element = useRef<HTMLAnchorElement>(null)
  useLayoutEffect(() => {
    if (active) element.current?.scrollIntoView({ block: 'nearest' })
  }, [active])
  function choose(event: MouseEvent) {
    // Modified clicks open the link in a new tab or window.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    onChoose(command)
  }
  const { name, lang, detail, icon, keys = [], action } = command
  return (
    <a
      ref={element}
      id={id}
      role="option"
      aria-selected={active}
      tabIndex={-1}
      href={'screen' in action ? action.screen : 'page' in action ? action.page : undefined}
      className={classes.option}
      // Keeps the focus in the input. Not onMouseEnter: the list moves under a resting mouse.
      onMouseDown={(event) => event.preventDefault()}
      onMouseMove={() => active || onActive(command.id)}
      onClick={choose}
    >
      <span className={classes.icon} aria-hidden>
        {icon}
      </span>
      <span className={classes.name} lang={lang}>
        {name}
      </span>
      {detail && <span className={classes.detail}>{detail}</span>}
      {keys.length > 0 && (
        <span className={classes.keys}>
          {keys.map((key) => (
            <kbd key={key}>{keyName(key)}</kbd>
          ))}
        </span>
      )}
    </a>
  )
}
