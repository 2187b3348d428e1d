import { Button } from '@mantine/core'
import { t } from '#web/messages/t.ts'
import classes from './next-steps.module.css'

type NextStepsProps = {
  running: boolean
  pages: number
  selected: number
  processing: boolean
  onSelectAll: () => void
  onProcess: () => void
}

/** The steps until the first question, with a button for the current one, shown in place of the chat. */
export function NextSteps({ running, pages, selected, processing, onSelectAll, onProcess }: NextStepsProps) {
  const currentStep = pages === 0 ? 0 : selected === 0 ? 1 : 2
  const steps = [
    running && pages === 0 ? t('crawlForm.stepReading') : t('crawlForm.crawlWebsite'),
    t('crawlForm.stepSelect'),
    t('crawlForm.stepProcess'),
  ]
  const actions = [
    null,
    running ? null : { run: onSelectAll, label: t('crawlForm.selectAllPages', { n: pages }) },
    { run: onProcess, label: t('crawlForm.processPages', { n: selected }) },
  ]
  const action = actions[currentStep]
  return (
    <div className={classes.box}>
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
      {/* One button, so that it keeps the focus when the step changes. */}
      {action && (
        <Button onClick={action.run} loading={processing}>
          {action.label}
        </Button>
      )}
    </div>
  )
}
