import { Title } from '@mantine/core'
import { useId } from 'react'
import type { ReactNode, Ref } from 'react'
import panel from '#web/ui/panel.module.css'
import classes from './account-section.module.css'

type AccountSectionProps = { title: string; hint?: ReactNode; content?: Ref<HTMLDivElement>; children: ReactNode }

/** One section of the account screen. `content` is focusable: focus moves there when the focused control unmounts. */
export function AccountSection({ title, hint, content, children }: AccountSectionProps) {
  const id = useId()
  return (
    <section className={`${panel.panel} ${classes.section}`} aria-labelledby={id}>
      <div>
        <Title order={2} id={id} className={classes.title}>
          {title}
        </Title>
        {hint && <p className={classes.hint}>{hint}</p>}
      </div>
      <div className={classes.content} ref={content} tabIndex={-1}>
        {children}
      </div>
    </section>
  )
}
