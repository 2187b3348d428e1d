import { Button } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { rich, t } from '#web/messages/t.ts'
import classes from './first-visit.module.css'

type FirstVisitProps = {
  /** Shows an example answer above the button. */
  example: boolean
  onTryManual: () => void
  busy: boolean
  disabled: boolean
}

/** For new users: an example answer and a button that crawls the manual. */
export function FirstVisit({ example, onTryManual, busy, disabled }: FirstVisitProps) {
  return (
    <div className={classes.visit} data-example={example || undefined}>
      {example && <Example />}
      <div className={classes.try}>
        <p>{t('crawlForm.noSiteInMind')}</p>
        <Button
          variant="light"
          rightSection={<IconArrowRight size={16} />}
          onClick={onTryManual}
          loading={busy}
          disabled={disabled}
        >
          {t('crawlForm.tryManual')}
        </Button>
      </div>
    </div>
  )
}

function Example() {
  const answer = t('crawlForm.exampleAnswer')
  const lastWord = answer.lastIndexOf(' ') + 1
  return (
    <figure className={classes.example} aria-label={t('crawlForm.example')}>
      <p className={classes.label} aria-hidden>
        {t('crawlForm.example')}
      </p>
      <p className={classes.question}>{t('crawlForm.exampleQuestion')}</p>
      <p className={classes.answer}>
        {answer.slice(0, lastWord)}
        <span className={classes.unbroken}>
          {answer.slice(lastWord)}
          <span className={classes.marker}>1 ✓</span>
        </span>
      </p>
      <blockquote className={classes.quote}>
        <p>{rich('crawlForm.exampleSource', { mark: (text) => <mark>{text}</mark> })}</p>
        <footer>docs.example.org / storage / trash</footer>
      </blockquote>
      <figcaption className={classes.caption}>{t('crawlForm.exampleCounts')}</figcaption>
    </figure>
  )
}
