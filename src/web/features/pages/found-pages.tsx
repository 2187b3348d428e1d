import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { CrawlOnScreen } from '#web/client.ts'
import { t } from '#web/languages/t.ts'
import panel from '#web/ui/panel.module.css'
import { useCommand } from '#web/ui/use-command.ts'
import { ChoosePages } from './choose-pages.tsx'
import { DownloadButton } from './download-button.tsx'
import { ProcessingProgress } from './processing-progress.tsx'
import { SiteMapButton } from './site-map-button.tsx'
import { SkippedList } from './skipped-list.tsx'
import classes from './found-pages.module.css'

type FoundPagesProps = {
  crawl: CrawlOnScreen
  selected: ReadonlySet<string>
  onSelect: (pageIds: string[], on: boolean) => void
  onRead: (pageId: string) => void
  onProcess: () => void
  processing: boolean
  /** Saves the pages as a chat; undefined where that is not offered. */
  onSave?: () => void
  /** What else can be done with the ticked pages, beside their download. */
  keep?: (pageIds: string[]) => ReactNode
  /** What stands between the heading and the tree: progress, and what happened. */
  children?: ReactNode
}

/** The pages of a crawl to choose from, and what can be done with the chosen ones. */
export function FoundPages(props: FoundPagesProps) {
  const { crawl, selected, onSelect, onRead, onProcess, processing, onSave, keep, children } = props
  const ticked = crawl.pages.flatMap((page) => (selected.has(page.id) ? page.id : []))
  useCommand('Process selected pages', onProcess, { active: ticked.length > 0 && !processing })
  return (
    <section className={panel.panel} aria-labelledby="found-pages">
      <header className={classes.header}>
        <div className={classes.heading}>
          <h2 id="found-pages" className={classes.title}>
            {t('Found Pages')}
          </h2>
          {crawl.pages.length > 0 && <SiteMapButton crawl={crawl} />}
        </div>
        <p className={classes.prompt}>{t('Select pages to include in your knowledge base')}</p>
      </header>
      {children && <div className={classes.progress}>{children}</div>}
      {crawl.pages.length > 0 && (
        <ChoosePages pages={crawl.pages} selected={selected} onSelect={onSelect} onRead={onRead} />
      )}
      <SkippedList crawl={crawl} />
      {crawl.pages.length > 0 && (
        <footer className={classes.footer}>
          <Button onClick={onProcess} disabled={processing || ticked.length === 0} fullWidth>
            {processing ? t('Processing selected pages...') : t('Process selected pages')}
          </Button>
          {processing && <ProcessingProgress />}
          <DownloadButton crawlId={crawl.id} pageIds={ticked}>
            {keep?.(ticked)}
            {onSave && (
              <Button variant="subtle" className={classes.save} onClick={onSave}>
                {t('Save Chat')}
              </Button>
            )}
          </DownloadButton>
        </footer>
      )}
    </section>
  )
}
