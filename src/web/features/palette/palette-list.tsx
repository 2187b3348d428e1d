import { useLayoutEffect, useRef } from 'react'
import type { MouseEvent } from 'react'
import { wholeSentence } from '#web/languages/said-words.ts'
import type { Command, CommandGroup } from './command.ts'
import classes from './palette-list.module.css'

type PaletteListProps = {
  id: string
  label: string
  groups: readonly CommandGroup[]
  /** The id of the command that Enter carries out. */
  active: string | undefined
  onActive: (id: string) => void
  onChoose: (command: Command) => void
}

/** What can be chosen. The focus stays in the field above, which points at the active line. */
export function PaletteList({ id, label, groups, active, onActive, onChoose }: PaletteListProps) {
  return (
    <div id={id} role="listbox" aria-label={label} className={classes.list}>
      {groups.map(({ title, commands }) => (
        <div key={title} role="group" aria-label={title}>
          <div className={classes.title} aria-hidden>
            {title}
          </div>
          {commands.map((command) => (
            <Line
              key={command.id}
              id={lineId(id, command.id)}
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

/** The element id of a command's line. */
export const lineId = (listId: string, commandId: string) => `${listId}-${commandId.replaceAll(' ', '-')}`

type LineProps = { id: string; command: Command; active: boolean } & Pick<PaletteListProps, 'onActive' | 'onChoose'>

function Line({ id, command, active, onActive, onChoose }: LineProps) {
  const self = useRef<HTMLAnchorElement>(null)
  useLayoutEffect(() => {
    if (active) self.current?.scrollIntoView({ block: 'nearest' })
  }, [active])
  function choose(event: MouseEvent) {
    // With these keys a link opens in a tab of its own.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    onChoose(command)
  }
  const { name, lang, detail, icon, keys = [], does } = command
  return (
    <a
      ref={self}
      id={id}
      role="option"
      aria-selected={active}
      tabIndex={-1}
      href={'screen' in does ? does.screen : 'page' in does ? does.page : undefined}
      className={classes.line}
      // The focus stays in the field; entering alone is not enough, since the list moves under a mouse at rest.
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
            <kbd key={key}>{wholeSentence(key)}</kbd>
          ))}
        </span>
      )}
    </a>
  )
}
