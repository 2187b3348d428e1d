import { Progress } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { t } from '#web/languages/t.ts'
import { processingQuery } from '#web/queries/pages.ts'
import classes from './processing-progress.module.css'

/** How far processing is, once the server has said so. */
export function ProcessingProgress() {
  const { data: processing } = useQuery(processingQuery)
  if (!processing) return null
  const { pages, ofPages } = processing
  const words =
    pages < ofPages
      ? t('{pages, number} of {n, plural, one {# page} other {# pages}}', { pages, n: ofPages })
      : t('All of {n, plural, one {# page} other {# pages}}: building the index', { n: ofPages })
  return (
    <div className={classes.progress}>
      <Progress.Root size="sm">
        <Progress.Section
          value={(100 * pages) / ofPages}
          // Its own words would be a percentage.
          withAria={false}
          role="progressbar"
          aria-label={t('Pages processed')}
          aria-valuemin={0}
          aria-valuemax={ofPages}
          aria-valuenow={pages}
          aria-valuetext={words}
        />
      </Progress.Root>
      <span>{words}</span>
    </div>
  )
}
