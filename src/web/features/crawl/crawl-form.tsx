import { Button, TextInput } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { FormEvent } from 'react'
import type { Branch } from '#shared/crawl-settings.ts'
import type { StartCrawl } from '#shared/crawls.ts'
import { plans, upgradeBanner } from '#shared/plans.ts'
import type { Tier } from '#shared/plans.ts'
import { errorWords } from '#web/languages/said-words.ts'
import { t } from '#web/languages/t.ts'
import { failureWords } from '#web/request.ts'
import type { Failure } from '#web/request.ts'
import { Notice } from '#web/ui/notice.tsx'
import { useTypedEarly } from '#web/ui/use-typed-early.ts'
import { EndNotices } from './end-notices.tsx'
import { LimitField } from './limit-field.tsx'
import { whenLeft } from './limits.ts'
import type { PreviewAsk } from './preview-choice.tsx'
import { SettingsDisclosure } from './settings-disclosure.tsx'
import { fieldOfRefusal, isPlain } from './settings-draft.ts'
import type { ReadDraft } from './read-draft.ts'
import type { SettingsErrors } from './settings-draft.ts'
import { startAddress } from './start-address.ts'
import { useCrawlerSettings } from './use-crawler-settings.ts'
import type { WishedNotices } from './use-wished-notices.ts'
import classes from './crawl-form.module.css'

const PreviewPanel = lazy(() => import('./preview-panel.tsx').then((module) => ({ default: module.PreviewPanel })))

export type CrawlWish = Pick<StartCrawl, 'settings' | 'branches' | 'mailAtEnd'> & {
  url: string
  maxPages: number
  maxDepth: number
}

type CrawlFormProps = {
  userId: string | undefined
  /** Null while it is not known yet: nothing is clamped to a plan that may not be the person's. */
  tier: Tier | null
  /** A crawl is being started or runs. */
  busy: boolean
  /** What the form shows at first. */
  initial?: Partial<Pick<CrawlWish, 'url' | 'maxPages' | 'maxDepth'>>
  /** Why the last wish was refused; what belongs to a field is said there. */
  refused: Failure | null
  /** The preview on the screen. */
  preview: PreviewAsk | null
  notices: WishedNotices
  onStart: (wish: CrawlWish) => void
  /** Null closes it. */
  onPreview: (ask: PreviewAsk | null) => void
  /** Something was changed, so that a refusal may no longer hold. */
  onEdit: () => void
  onUpgrade: () => void
}

export function CrawlForm(props: CrawlFormProps) {
  const { userId, tier, busy, initial, refused, preview, notices, onStart, onPreview, onEdit, onUpgrade } = props
  const plan = plans[tier ?? 'enterprise']
  const [url, setUrl] = useState(initial?.url ?? '')
  const [invalid, setInvalid] = useState('')
  const [maxPages, setMaxPages] = useState(String(initial?.maxPages ?? Math.min(10, plan.maxPagesPerCrawl)))
  const [maxDepth, setMaxDepth] = useState(String(initial?.maxDepth ?? Math.min(3, plan.maxDepth)))
  const [exceeded, setExceeded] = useState(false)
  const custom = useCrawlerSettings(userId)
  const [wrong, setWrong] = useState<SettingsErrors>({})
  const banner = tier && upgradeBanner[tier]
  const pages = Number(whenLeft(maxPages, plan.maxPagesPerCrawl).shown)

  /** Null when a field is not as it should be; the field then says so. */
  async function readAddressed(): Promise<PreviewAsk | null> {
    const address = startAddress(url)
    if (!address) setInvalid(errorWords('crawl.invalid-url'))
    // On a plan without them nothing is asked for, also when some were kept from a better plan.
    const asksNothing = isPlain(custom.draft) || (tier && !plan.customSettings)
    const { settings, errors } = asksNothing ? nothingAsked : (await import('./read-draft.ts')).readDraft(custom.draft)
    setWrong(errors)
    if (!address || Object.keys(errors).length > 0) return null
    return { url: address, ...(settings && { settings }) }
  }
  function start(asked: PreviewAsk, branches?: Branch[]) {
    onStart({
      ...asked,
      maxPages: pages,
      maxDepth: Number(whenLeft(maxDepth, plan.maxDepth).shown),
      ...(branches && branches.length > 0 && { branches }),
      ...(notices.mail && { mailAtEnd: true }),
    })
  }
  async function submit() {
    const asked = await readAddressed()
    if (asked) start(asked)
  }
  const edited = <Value,>(set: (value: Value) => void) => (value: Value) => {
    set(value)
    if (refused) onEdit()
  }

  const atUrl = refused && urlRefusals.has(refused.code) ? refused.words : ''
  const atField = refused && fieldOfRefusal(refused)
  const errors = atField ? { ...wrong, [atField]: refused.words } : wrong
  return (
    <div className={classes.form}>
      <form className={classes.form} onSubmit={onSubmit} noValidate aria-label={t('Crawl a website')}>
        <div className={classes.fields}>
          <TextInput
            ref={useTypedEarly(setUrl)}
            className={classes.url}
            label={t('Website URL')}
            type="url"
            placeholder={t('Enter website URL to crawl')}
            autoComplete="url"
            spellCheck={false}
            value={url}
            error={invalid || atUrl}
            onChange={(event) => {
              edited(setUrl)(event.currentTarget.value)
              setInvalid('')
            }}
          />
          <LimitField
            label={t('Maximum Pages')}
            unit="pages"
            tier={tier}
            limit={plan.maxPagesPerCrawl}
            value={maxPages}
            onChange={edited(setMaxPages)}
            onExceeded={() => setExceeded(true)}
            onUpgrade={onUpgrade}
          />
          <LimitField
            label={t('Maximum Depth')}
            unit="levels"
            tier={tier}
            limit={plan.maxDepth}
            value={maxDepth}
            onChange={edited(setMaxDepth)}
            onExceeded={() => setExceeded(true)}
            onUpgrade={onUpgrade}
          />
          <div className={classes.buttons}>
            <Button variant="default" disabled={busy || url.trim() === ''} onClick={() => void previewSite()}>
              {t('Preview site')}
            </Button>
            <Button type="submit" disabled={busy || url.trim() === ''}>
              {busy ? t('Crawling...') : t('Start Crawling')}
            </Button>
          </div>
        </div>
        {exceeded && banner && (
          <Notice
            tone="warning"
            action={
              <Button size="compact-sm" onClick={onUpgrade}>
                {t('Upgrade Now')}
              </Button>
            }
          >
            {t(banner)}
          </Notice>
        )}
        <div className={classes.more}>
          <SettingsDisclosure
            custom={custom}
            errors={errors}
            enabled={tier !== null && plan.customSettings}
            onEdit={() => {
              setWrong({})
              if (refused) onEdit()
            }}
            onUpgrade={onUpgrade}
          />
          <EndNotices notices={notices} running={busy} />
        </div>
      </form>
      {preview && (
        <Suspense>
          <PreviewPanel
            key={JSON.stringify(preview)}
            ask={preview}
            maxPages={pages}
            seedable={plan.customSettings}
            busy={busy}
            onCrawl={start}
            onClose={() => onPreview(null)}
            onUpgrade={tier === 'enterprise' ? undefined : onUpgrade}
          />
        </Suspense>
      )}
      {refused && !atUrl && !atField && <Notice tone="danger">{failureWords(refused, 'crawl.failed')}</Notice>}
    </div>
  )

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    void submit()
  }
  async function previewSite() {
    const asked = await readAddressed()
    if (asked) onPreview(asked)
  }
}

const nothingAsked: ReadDraft = { settings: undefined, errors: {} }

/** Refusals of the server that are about the address. */
const urlRefusals = new Set(['crawl.no-url', 'crawl.invalid-url', 'crawl.private-host'])
