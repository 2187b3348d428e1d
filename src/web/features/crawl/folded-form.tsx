import { Button } from '@mantine/core'
import { useEffect, useId, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { t } from '#web/languages/t.ts'
import classes from './folded-form.module.css'

type FoldedFormProps = {
  /** What was asked for in the form; undefined while it is not known. */
  address: string | undefined
  /** There is something in the form to look at: it was refused, shows a preview, or has found nothing yet. */
  open: boolean
  children: ReactNode
}

/** On a phone the form makes room for the pages that were found: one line with its address, until it is wanted. */
export function FoldedForm({ address, open, children }: FoldedFormProps) {
  const [wanted, setWanted] = useState(false)
  const form = useRef<HTMLDivElement>(null)
  const id = useId()
  useEffect(() => {
    if (wanted) form.current?.querySelector('input')?.focus()
  }, [wanted])
  return (
    <div className={classes.root} data-folded={!(open || wanted) || undefined} data-open={open || undefined}>
      <div className={classes.line}>
        <span id={`${id}-address`} className={classes.address}>{address && bare(address)}</span>
        <Button
          variant="subtle"
          size="compact-sm"
          className={address ? undefined : classes.unknown}
          aria-expanded={wanted}
          aria-controls={`${id}-form`}
          aria-describedby={`${id}-address`}
          onClick={() => setWanted(!wanted)}
        >
          {wanted ? t('Close') : t('Change')}
        </Button>
      </div>
      <div id={`${id}-form`} ref={form} className={classes.form}>
        {children}
      </div>
    </div>
  )
}

/** As people say an address. */
const bare = (address: string) => address.replace(/^https?:\/\//, '').replace(/\/$/, '')
