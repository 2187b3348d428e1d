import { VisuallyHidden } from '@mantine/core'
import { useRef } from 'react'
import { t } from '#web/languages/t.ts'
import { wholeSentences } from './whole-sentences.ts'

/** Tells screen readers the answer as it comes, a whole sentence at a time. */
export function SpokenAnswer({ live }: { live: string | null }) {
  const last = useRef('')
  if (live !== null) last.current = live
  const sentences = wholeSentences(last.current, live === null)
  return (
    <VisuallyHidden role="log" aria-live="polite" aria-label={t('Answer as it is written')}>
      {sentences.map((sentence, index) => (
        <p key={index}>{sentence}</p>
      ))}
    </VisuallyHidden>
  )
}
