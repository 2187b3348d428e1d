import { Link } from '@tanstack/react-router'
import { t } from '#web/messages/t.ts'
import mark from './mark.svg'
import classes from './brand.module.css'

/** Logo and name, linked to the main screen. */
export function Brand() {
  return (
    <Link to="/" className={classes.brand} aria-label={t('common.homeLink')}>
      <img src={mark} alt="" width={28} height={28} />
      <span className={classes.name}>Readback</span>
    </Link>
  )
}
