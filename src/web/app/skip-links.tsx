import type { MouseEvent } from 'react'
import { t } from '#web/messages/t.ts'
import classes from './skip-links.module.css'

/**
 * The first things the keyboard comes to: past the header, and past the form to the pages and to the question. A link
 * is there while its target is (skip-links.module.css).
 */
export function SkipLinks() {
  return (
    <>
      <a href="#main" className={classes.skip}>
        {t('common.skipToContent')}
      </a>
      <a href="#page-tree" className={classes.skip} onClick={goThere}>
        {t('common.skipToPages')}
      </a>
      <a href="#question" className={classes.skip} onClick={goThere}>
        {t('common.skipToQuestion')}
      </a>
    </>
  )
}

/** The focus alone moves: these are places within a screen, and its address stays. */
function goThere(event: MouseEvent<HTMLAnchorElement>) {
  event.preventDefault()
  document.getElementById(event.currentTarget.hash.slice(1))?.focus()
}
