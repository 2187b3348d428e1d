import type { MouseEvent } from 'react'
import { t } from '#web/languages/t.ts'
import classes from './skip-links.module.css'

/**
 * The first things the keyboard comes to: past the header, and past the form to the pages and to the question. A link is
 * there while its target is (skip-links.module.css).
 */
export function SkipLinks() {
  return (
    <>
      <a href="#main" className={classes.skip}>
        {t('Skip to content')}
      </a>
      <a href="#page-tree" className={classes.skip} onClick={goThere}>
        {t('Skip to the pages')}
      </a>
      <a href="#question" className={classes.skip} onClick={goThere}>
        {t('Skip to the question')}
      </a>
    </>
  )
}

/** The focus alone moves: these are places within a screen, and its address stays. */
function goThere(event: MouseEvent<HTMLAnchorElement>) {
  event.preventDefault()
  document.getElementById(event.currentTarget.hash.slice(1))?.focus()
}
