import { t } from '#web/messages/t.ts'
import classes from './next-steps.module.css'

type NextStepsProps = { running: boolean; pages: number; selected: number }

/** The steps until the first question, shown in place of the chat. */
export function NextSteps({ running, pages, selected }: NextStepsProps) {
  const currentStep = pages === 0 ? 0 : selected === 0 ? 1 : 2
  const steps = [
    running && pages === 0 ? t('crawlForm.stepReading') : t('crawlForm.crawlWebsite'),
    t('crawlForm.stepSelect'),
    t('crawlForm.stepProcess'),
  ]
  return (
    <ol className={classes.steps} aria-label={t('crawlForm.nextSteps')}>
      {steps.map((step, index) => (
        <li
          key={index}
          aria-current={index === currentStep ? 'step' : undefined}
          data-done={index < currentStep || undefined}
        >
          {step}
        </li>
      ))}
    </ol>
  )
}
