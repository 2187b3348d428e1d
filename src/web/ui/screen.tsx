import { useEffect } from 'react'
import type { ReactNode } from 'react'
import classes from './screen.module.css'

type ScreenProps = {
  title: string
  children: ReactNode
  /** `frame` has the height of the window; what is inside scrolls. */
  width?: 'narrow' | 'wide' | 'frame'
}

/** The area below the header; sets the document title. */
export function Screen({ title, children, width = 'wide' }: ScreenProps) {
  useEffect(() => {
    document.title = title === 'Readback' ? title : `${title} · Readback`
  }, [title])
  const isFrame = width === 'frame'
  return <div className={`${isFrame ? '' : classes.screen} ${classes[width]}`}>{children}</div>
}
