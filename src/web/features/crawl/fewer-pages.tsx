import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { t } from '#web/messages/t.ts'
import { creditsQuery } from '#web/queries/credits.ts'

/** "Crawl 6 pages with your 6 credits": offered when a crawl needs more credits than there are. Null without any. */
export function FewerPages({ disabled, onCrawl }: { disabled: boolean; onCrawl: (pages: number) => void }) {
  const { data } = useQuery(creditsQuery)
  const credits = data?.credits_count ?? 0
  if (credits === 0) return null
  return (
    <Button size="compact-sm" disabled={disabled} onClick={() => onCrawl(credits)}>
      {t('crawl.fewerPages', { n: credits })}
    </Button>
  )
}
