import { Button } from '@mantine/core'
import { useEffect, useId, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { t } from '#web/messages/t.ts'
import classes from './collapsible-form.module.css'

type CollapsibleFormProps = {
  /** The crawled address; undefined while loading. */
  address: string | undefined
  /** Forces the form open, for example to show an error or a preview. */
  open: boolean
  children: ReactNode
}

/** On phones the form collapses to one line with its address, to leave space for the pages. */
export function CollapsibleForm({ address, open, children }: CollapsibleFormProps) {
  const [isExpanded, setIsExpanded] = useState(false)
  const form = useRef<HTMLDivElement>(null)
  const id = useId()
  useEffect(() => {
    if (isExpanded) form.current?.querySelector('input')?.focus()
  }, [isExpanded])
  return (
    <div className={classes.root} data-collapsed={!(open || isExpanded) || undefined} data-open={open || undefined}>
      <div className={classes.line}>
        <span id={`${id}-address`} className={classes.address}>
          {address && withoutScheme(address)}
        </span>
        <Button
          variant="subtle"
          size="compact-sm"
          className={address ? undefined : classes.unknown}
          aria-expanded={isExpanded}
          aria-controls={`${id}-form`}
          aria-describedby={`${id}-address`}
          onClick={() => setIsExpanded(!isExpanded)}
        >
          {isExpanded ? t('common.close') : t('common.change')}
        </Button>
      </div>
      <div id={`${id}-form`} ref={form} className={classes.form}>
        {children}
      </div>
    </div>
  )
}

const withoutScheme = (address: string) => address.replace(/^https?:\/\//, '').replace(/\/$/, '')
