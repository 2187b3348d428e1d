import { lazy, Suspense } from 'react'
import classes from './stored-copy.module.css'

const MarkedText = lazy(() => import('./marked-text.tsx').then((module) => ({ default: module.MarkedText })))

type StoredCopyProps = { markdown: string; sentence: string | null; onShown: () => void }

export function StoredCopy(props: StoredCopyProps) {
  return (
    <div className={classes.copy}>
      <Suspense>
        <MarkedText {...props} />
      </Suspense>
    </div>
  )
}
