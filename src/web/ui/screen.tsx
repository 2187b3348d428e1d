import { useEffect } from 'react'
import type { ReactNode } from 'react'
import classes from './screen.module.css'

type ScreenProps = { title: string; children: ReactNode; width?: 'narrow' | 'wide' | 'full' }

/** The area below the header; sets the document title. */
export function Screen({ title, children, width = 'wide' }: ScreenProps) {
  useEffect(() => {
    document.title = title === 'Readback' ? title : `${title} · Readback`
  }, [title])
  return <div className={`${classes.screen} ${classes[width]}`}>{children}</div>
}
