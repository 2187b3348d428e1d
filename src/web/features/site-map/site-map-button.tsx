import { Button } from '@mantine/core'
import { IconSitemap } from '@tabler/icons-react'
import { lazy, startTransition, Suspense, useState } from 'react'
import type { CrawlOnScreen } from '#web/api/client.ts'
import { t } from '#web/messages/t.ts'
import { useCommand } from '#web/ui/hooks/use-command.ts'

const SiteMapDialog = lazy(() => import('./site-map-dialog.tsx').then((module) => ({ default: module.SiteMapDialog })))

/** Opens the site map of a crawl. */
export function SiteMapButton({ crawl }: { crawl: CrawlOnScreen }) {
  const [opened, setOpened] = useState(false)
  const open = () => startTransition(() => setOpened(true))
  useCommand('siteMap.title', open)
  return (
    <>
      <Button variant="subtle" size="compact-sm" leftSection={<IconSitemap size={16} aria-hidden />} onClick={open}>
        {t('siteMap.title')}
      </Button>
      <Suspense>{opened && <SiteMapDialog crawl={crawl} onClose={() => setOpened(false)} />}</Suspense>
    </>
  )
}
