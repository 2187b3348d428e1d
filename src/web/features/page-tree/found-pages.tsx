import { Button } from '@mantine/core'
import { type ReactNode, useCallback, useState } from 'react'
import { isRunning } from '#shared/crawl/crawls.ts'
import type { CrawlOnScreen } from '#web/api/client.ts'
import { t } from '#web/messages/t.ts'
import { useCommand } from '#web/ui/hooks/use-command.ts'
import { useFocusWhenLost } from '#web/ui/hooks/use-focus-when-lost.ts'
import { PagePicker } from './page-picker.tsx'
import { DownloadButton } from './download-button.tsx'
import { ProcessingProgress } from './processing-progress.tsx'
import { SiteMapButton } from '#web/features/site-map/site-map-button.tsx'
import { SkippedList } from '#web/features/skipped/skipped-list.tsx'
import classes from './found-pages.module.css'

type FoundPagesProps = {
  crawl: CrawlOnScreen
  selected: ReadonlySet<string>
  onSelect: (pageIds: string[], on: boolean) => void
  /** Started on this screen, whose form had the focus. */
  justStarted: boolean
  onOpenPage: (pageId: string) => void
  onProcess: () => void
  processing: boolean
  /** Saves the pages as a chat; undefined hides the button. */
  onSave?: () => void
  /** Renders further actions for the selected pages, beside their download. */
  renderActions?: (pageIds: string[]) => ReactNode
  /** Shown between heading and tree: progress or outcome of the crawl. */
  children?: ReactNode
}

/** The pages of a crawl to select from, with actions for the selected ones. */
export function FoundPages(props: FoundPagesProps) {
  const { crawl, selected, onSelect, justStarted, onOpenPage, onProcess, processing } = props
  const { onSave, renderActions, children } = props
  // Start Crawling, Stop Crawling and Continue crawl leave the screen with the state they end.
  const title = useFocusWhenLost<HTMLHeadingElement>(isRunning(crawl.status), justStarted)
  const selectedIds = crawl.pages.flatMap((page) => (selected.has(page.id) ? page.id : []))
  // Another click would change nothing.
  const isProcessed = selectedIds.length > 0 && crawl.pages.every((page) => page.processed || !selected.has(page.id))
  // One at a time: both would leave no room for the pages.
  const [openedLine, setOpenedLine] = useState<'topics' | 'skipped' | null>(null)
  const toggleTopics = useCallback(() => setOpenedLine((opened) => (opened === 'topics' ? null : 'topics')), [])
  const toggleSkipped = () => setOpenedLine((opened) => (opened === 'skipped' ? null : 'skipped'))
  useCommand('foundPages.process', onProcess, { active: selectedIds.length > 0 && !processing })
  return (
    <section className={classes.panel} aria-labelledby="found-pages">
      <header className={classes.header} data-collapses>
        <div className={classes.heading}>
          <h2 id="found-pages" ref={title} tabIndex={-1} className={classes.title}>
            {t('foundPages.title')}
          </h2>
          {crawl.pages.length > 0 && <SiteMapButton crawl={crawl} />}
        </div>
        <p className={classes.prompt}>{t('foundPages.prompt')}</p>
      </header>
      {children && <div className={classes.progress}>{children}</div>}
      {crawl.pages.length > 0 && (
        <PagePicker
          pages={crawl.pages}
          selected={selected}
          onSelect={onSelect}
          onOpenPage={onOpenPage}
          topicsOpened={openedLine === 'topics'}
          onToggleTopics={toggleTopics}
        />
      )}
      <SkippedList crawl={crawl} opened={openedLine === 'skipped'} onToggle={toggleSkipped} />
      {crawl.pages.length > 0 && (
        <footer className={classes.footer}>
          {onSave && selectedIds.length === 0 && <p className={classes.first}>{t('foundPages.selectFirst')}</p>}
          <Button
            variant={isProcessed ? 'light' : 'filled'}
            onClick={onProcess}
            disabled={processing || selectedIds.length === 0}
            fullWidth
          >
            {processing ? t('foundPages.processing') : t('foundPages.process')}
          </Button>
          {processing && <ProcessingProgress />}
          <DownloadButton crawlId={crawl.id} pageIds={selectedIds}>
            {renderActions?.(selectedIds)}
            {onSave && (
              <Button variant="subtle" className={classes.save} onClick={onSave}>
                {t('assistant.saveChat')}
              </Button>
            )}
          </DownloadButton>
        </footer>
      )}
    </section>
  )
}
