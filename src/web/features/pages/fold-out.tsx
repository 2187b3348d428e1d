import { IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import classes from './fold-out.module.css'

type FoldOutProps = {
  /** Of what is folded out. */
  id: string
  title: ReactNode
  /** Stands at the end of the line, beside what opens it. */
  beside?: ReactNode
  className: string | undefined
  /** Drawn only while it is open. */
  children: ReactNode
}

/** A quiet line of the pages' panel that opens what is below it. */
export function FoldOut({ id, title, beside, className, children }: FoldOutProps) {
  const [opened, setOpened] = useState(false)
  return (
    <section className={className}>
      <h3 className={classes.heading}>
        <button
          type="button"
          className={classes.toggle}
          aria-expanded={opened}
          aria-controls={id}
          onClick={() => setOpened(!opened)}
        >
          <IconChevronRight size={16} aria-hidden className={classes.chevron} />
          {title}
        </button>
        {beside}
      </h3>
      <div id={id} hidden={!opened}>
        {opened && children}
      </div>
    </section>
  )
}
