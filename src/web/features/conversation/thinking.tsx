import { useEffect, useState } from 'react'
import { t } from '#web/messages/t.ts'
import classes from './message.module.css'

/** Shows how long the answer takes until it starts, and the model's reasoning in a collapsed block. */
export function Thinking({ reasoning, hasAnswer }: { reasoning: string; hasAnswer: boolean }) {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    if (hasAnswer) return
    const timer = setInterval(() => setSeconds((passed) => passed + 1), 1_000)
    return () => clearInterval(timer)
  }, [hasAnswer])
  const duration = t(hasAnswer ? 'assistant.thoughtFor' : 'assistant.thinkingFor', { seconds })
  return (
    <>
      {reasoning !== '' && (
        <details className={classes.reasoning}>
          <summary>{duration}</summary>
          {/* Focusable so that the keyboard can scroll it. */}
          <div tabIndex={0} role="region" aria-label={t('assistant.reasoning')}>
            {reasoning}
          </div>
        </details>
      )}
      {!hasAnswer && (
        <span className={classes.waiting}>
          <span role="status" aria-label={t('assistant.writing')}>
            <i />
            <i />
            <i />
          </span>
          {reasoning === '' && seconds > 0 && <span className={classes.note}>{duration}</span>}
        </span>
      )}
    </>
  )
}
