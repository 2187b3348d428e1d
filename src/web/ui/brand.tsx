import { Link } from '@tanstack/react-router'
import { t } from '#web/languages/t.ts'
import mark from './mark.svg'
import classes from './brand.module.css'

/** The product's mark and name, leading home. */
export function Brand() {
  return (
    <Link to="/" className={classes.brand} aria-label={t('Readback, to the main screen')}>
      <img src={mark} alt="" width={28} height={28} />
      <span className={classes.name}>Readback</span>
    </Link>
  )
}
