import { Button } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { rich, t } from '#web/languages/t.ts'
import classes from './first-visit.module.css'

type FirstVisitProps = {
  /** Whether the example is shown, or only the way to try. */
  example: boolean
  onTryManual: () => void
  busy: boolean
  disabled: boolean
}

/** What the product is, in one sentence and one example, and the shortest way to see it work. */
export function FirstVisit({ example, onTryManual, busy, disabled }: FirstVisitProps) {
  return (
    <div className={classes.visit} data-example={example || undefined}>
      {example && <Example />}
      <div className={classes.try}>
        <p>{t('Nothing at hand to crawl? Our manual is a small website too.')}</p>
        <Button
          variant="light"
          rightSection={<IconArrowRight size={16} />}
          onClick={onTryManual}
          loading={busy}
          disabled={disabled}
        >
          {t('Try it on our manual')}
        </Button>
      </div>
    </div>
  )
}

function Example() {
  return (
    <figure className={classes.example} aria-label={t('An example')}>
      <p className={classes.question}>{t('How long are deleted files kept?')}</p>
      <p className={classes.answer}>
        {t('Deleted files stay in the trash for 30 days and are then removed for good.')}
        <span className={classes.marker}>1</span>
      </p>
      <blockquote className={classes.quote}>
        <p>
          {rich(
            'Files that you delete move to the trash. <mark>After thirty days the trash is emptied and its files cannot be recovered.</mark> Administrators may shorten this time.',
            { mark: (words) => <mark>{words}</mark> },
          )}
        </p>
        <footer>docs.example.org / storage / trash</footer>
      </blockquote>
      <figcaption className={classes.caption}>{t('1 of 1 citation verified')}</figcaption>
    </figure>
  )
}
