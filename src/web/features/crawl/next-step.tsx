import { t } from '#web/languages/t.ts'
import classes from './next-step.module.css'

type NextStepProps = { running: boolean; pages: number; ticked: number }

/** What comes next, in the place where the chat will stand. */
export function NextStep({ running, pages, ticked }: NextStepProps) {
  const at = pages === 0 ? 0 : ticked === 0 ? 1 : 2
  const steps = [
    running ? t('Let the first pages be read') : t('Crawl a website'),
    t('Tick the pages that should be known'),
    t('Process them, then ask your first question'),
  ]
  return (
    <ol className={classes.steps} aria-label={t('What comes next')}>
      {steps.map((step, index) => (
        <li key={index} aria-current={index === at ? 'step' : undefined} data-done={index < at || undefined}>
          {step}
        </li>
      ))}
    </ol>
  )
}
