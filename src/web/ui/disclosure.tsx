import { IconChevronRight } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import classes from './disclosure.module.css'

type DisclosureProps = {
  /** Id of the content. */
  id: string
  title: ReactNode
  /** Shown at the end of the line, next to the button. */
  beside?: ReactNode
  className: string | undefined
  opened: boolean
  onToggle: () => void
  /** Rendered only while open. */
  children: ReactNode
}

/** A line of the pages panel that expands its content. */
export function Disclosure({ id, title, beside, className, opened, onToggle, children }: DisclosureProps) {
  const section = useShownContent(opened)
  return (
    <section ref={section} className={`${className} ${classes.section}`}>
      <h3 className={classes.heading}>
        <button type="button" className={classes.toggle} aria-expanded={opened} aria-controls={id} onClick={onToggle}>
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

/** Scrolls what opens into view, once before and once after its content has loaded. */
function useShownContent(opened: boolean) {
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!opened || !section.current) return
    let isFirst = true
    const observer = new ResizeObserver(([entry]) => {
      entry?.target.scrollIntoView({ block: 'nearest' })
      if (!isFirst) observer.disconnect()
      isFirst = false
    })
    observer.observe(section.current)
    return () => observer.disconnect()
  }, [opened])
  return section
}
