import { Progress } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { t } from '#web/messages/t.ts'
import { processingQuery } from '#web/queries/pages.ts'
import classes from './processing-progress.module.css'

/** Progress of processing, once the server reports it. */
export function ProcessingProgress() {
  const { data: processing } = useQuery(processingQuery)
  if (!processing) return null
  const { pages, ofPages } = processing
  const text =
    pages < ofPages ? t('common.pagesOfTotal', { pages, n: ofPages }) : t('foundPages.buildingIndex', { n: ofPages })
  return (
    <div className={classes.progress}>
      <Progress.Root size="sm">
        <Progress.Section
          value={(100 * pages) / ofPages}
          // Mantine's own ARIA value would be a percentage.
          withAria={false}
          role="progressbar"
          aria-label={t('foundPages.pagesProcessed')}
          aria-valuemin={0}
          aria-valuemax={ofPages}
          aria-valuenow={pages}
          aria-valuetext={text}
        />
      </Progress.Root>
      <span>{text}</span>
    </div>
  )
}
