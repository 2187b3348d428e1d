import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { t } from '#web/languages/t.ts'
import classes from './folded-form.module.css'

type FoldedFormProps = {
  /** There is something in the form to look at: it was refused, or shows a preview. */
  open: boolean
  children: ReactNode
}

/** On a phone the form makes room for the pages that were found: one button, until another crawl is wanted. */
export function FoldedForm({ open, children }: FoldedFormProps) {
  const [wanted, setWanted] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  // The button that had the focus is gone.
  useEffect(() => {
    if (wanted) root.current?.querySelector('input')?.focus()
  }, [wanted])
  return (
    <div ref={root} className={classes.root} data-folded={!(open || wanted) || undefined}>
      <Button
        variant="default"
        fullWidth
        className={classes.unfold}
        leftSection={<IconPlus size={16} />}
        onClick={() => setWanted(true)}
      >
        {t('Crawl another website')}
      </Button>
      <div className={classes.form}>{children}</div>
    </div>
  )
}
