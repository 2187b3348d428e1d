import { Title } from '@mantine/core'
import { useId } from 'react'
import type { ReactNode } from 'react'
import panel from '#web/ui/panel.module.css'
import classes from './connect-section.module.css'

type ConnectSectionProps = { title: string; hint?: ReactNode; children: ReactNode }

export function ConnectSection({ title, hint, children }: ConnectSectionProps) {
  const id = useId()
  return (
    <section className={`${panel.panel} ${classes.section}`} aria-labelledby={id}>
      <Title order={2} id={id}>
        {title}
      </Title>
      {hint && <p className={classes.hint}>{hint}</p>}
      {children}
    </section>
  )
}
