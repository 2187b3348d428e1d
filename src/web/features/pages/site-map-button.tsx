import { Button } from '@mantine/core'
import { IconSitemap } from '@tabler/icons-react'
import { lazy, startTransition, Suspense, useState } from 'react'
import type { CrawlOnScreen } from '#web/client.ts'
import { t } from '#web/languages/t.ts'
import { useCommand } from '#web/ui/use-command.ts'

const SiteMapDialog = lazy(() => import('./site-map-dialog.tsx').then((module) => ({ default: module.SiteMapDialog })))

/** Opens the map of what a crawl found. */
export function SiteMapButton({ crawl }: { crawl: CrawlOnScreen }) {
  const [opened, setOpened] = useState(false)
  const open = () => startTransition(() => setOpened(true))
  useCommand('Site map', open)
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconSitemap size={16} aria-hidden />}
        onClick={open}
      >
        {t('Site map')}
      </Button>
      <Suspense>
        {opened && <SiteMapDialog crawl={crawl} onClose={() => setOpened(false)} />}
      </Suspense>
    </>
  )
}
