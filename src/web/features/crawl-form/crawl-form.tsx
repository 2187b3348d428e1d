import { Button, TextInput } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { FormEvent } from 'react'
import type { Branch } from '#shared/crawl/crawl-settings.ts'
import type { StartCrawl } from '#shared/crawl/crawls.ts'
import { plans } from '#shared/plans.ts'
import type { Tier } from '#shared/tier.ts'
import type { TextKey } from '#web/messages/text.ts'
import { errorText } from '#web/messages/error-text.ts'
import { t } from '#web/messages/t.ts'
import { failureText } from '#web/api/request.ts'
import type { Failure } from '#web/api/request.ts'
import { Notice } from '#web/ui/notice.tsx'
import { useEarlyInput } from '#web/ui/hooks/use-early-input.ts'
import { CrawlNotificationSwitches } from '#web/features/crawl/crawl-notifications.tsx'
import { LimitField } from './limit-field.tsx'
import { clampOnBlur } from './clamp-limits.ts'
import type { PreviewRequest } from '#web/features/preview/preview-picker.tsx'
import { SettingsDisclosure } from './settings-disclosure.tsx'
import { isDefault, settingsField } from './settings-draft.ts'
import type { ParsedDraft } from './parse-draft.ts'
import type { SettingsErrors } from './settings-draft.ts'
import { startAddress } from './start-address.ts'
import { useCrawlerSettings } from './use-crawler-settings.ts'
import type { CrawlNotifications } from '#web/features/crawl/use-crawl-notifications.ts'
import classes from './crawl-form.module.css'

const PreviewPanel = lazy(() =>
  import('#web/features/preview/preview-panel.tsx').then((module) => ({ default: module.PreviewPanel })),
)

export type CrawlRequest = Pick<StartCrawl, 'settings' | 'branches' | 'mailAtEnd'> & {
  url: string
  maxPages: number
  maxDepth: number
}

type CrawlFormProps = {
  userId: string | undefined
  /** Null while loading: limits are not clamped to a plan that may be wrong. */
  tier: Tier | null
  /** A crawl is starting or running. */
  busy: boolean
  initial?: Partial<Pick<CrawlRequest, 'url' | 'maxPages' | 'maxDepth'>>
  /** Failure of the last submission; shown at its field if it has one. */
  failure: Failure | null
  preview: PreviewRequest | null
  notifications: CrawlNotifications
  onStart: (request: CrawlRequest) => void
  /** Null closes the preview. */
  onPreview: (request: PreviewRequest | null) => void
  /** An edit may invalidate the shown failure. */
  onEdit: () => void
  onUpgrade: () => void
}

export function CrawlForm(props: CrawlFormProps) {
  const { userId, tier, busy, initial, failure, preview, notifications, onStart, onPreview, onEdit, onUpgrade } = props
  const plan = plans[tier ?? 'enterprise']
  const [url, setUrl] = useState(initial?.url ?? '')
  const [invalidUrl, setInvalidUrl] = useState('')
  const [maxPages, setMaxPages] = useState(String(initial?.maxPages ?? Math.min(10, plan.maxPagesPerCrawl)))
  const [maxDepth, setMaxDepth] = useState(String(initial?.maxDepth ?? Math.min(3, plan.maxDepth)))
  const [exceeded, setExceeded] = useState(false)
  const custom = useCrawlerSettings(userId)
  const [draftErrors, setDraftErrors] = useState<SettingsErrors>({})
  const banner = tier && upgradeBanners[tier]
  const pageLimit = Number(clampOnBlur(maxPages, plan.maxPagesPerCrawl).text)

  /** Null if a field is invalid; its error is then shown. */
  async function parseForm(): Promise<PreviewRequest | null> {
    const address = startAddress(url)
    if (!address) setInvalidUrl(errorText('crawl.invalid-url'))
    // Ignores stored settings on plans without them, for example after a downgrade.
    const usesDefaults = isDefault(custom.draft) || (tier && !plan.customSettings)
    const { settings, errors } = usesDefaults ? noSettings : (await import('./parse-draft.ts')).parseDraft(custom.draft)
    setDraftErrors(errors)
    if (!address || Object.keys(errors).length > 0) return null
    return { url: address, ...(settings && { settings }) }
  }
  function start(request: PreviewRequest, branches?: Branch[]) {
    onStart({
      ...request,
      maxPages: pageLimit,
      maxDepth: Number(clampOnBlur(maxDepth, plan.maxDepth).text),
      ...(branches && branches.length > 0 && { branches }),
      ...(notifications.mail && { mailAtEnd: true }),
    })
  }
  async function submit() {
    const request = await parseForm()
    if (request) start(request)
  }
  const onEdited =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      set(value)
      if (failure) onEdit()
    }

  const urlError = failure?.field === 'url' ? failure.words : ''
  const failedField = settingsField(failure?.field)
  const errors = failure && failedField ? { ...draftErrors, [failedField]: failure.words } : draftErrors
  return (
    <div className={classes.form}>
      <form className={classes.form} onSubmit={onSubmit} noValidate aria-label={t('crawlForm.crawlWebsite')}>
        <div className={classes.fields}>
          <TextInput
            ref={useEarlyInput(setUrl)}
            className={classes.url}
            label={t('crawlForm.websiteUrl')}
            type="url"
            placeholder={t('crawlForm.urlPlaceholder')}
            autoComplete="url"
            spellCheck={false}
            value={url}
            error={invalidUrl || urlError}
            onChange={(event) => {
              onEdited(setUrl)(event.currentTarget.value)
              setInvalidUrl('')
            }}
          />
          <LimitField
            label={t('crawlForm.maxPages')}
            unit="pages"
            tier={tier}
            limit={plan.maxPagesPerCrawl}
            value={maxPages}
            onChange={onEdited(setMaxPages)}
            onExceeded={() => setExceeded(true)}
            onUpgrade={onUpgrade}
          />
          <LimitField
            label={t('crawlForm.maxDepth')}
            unit="levels"
            tier={tier}
            limit={plan.maxDepth}
            value={maxDepth}
            onChange={onEdited(setMaxDepth)}
            onExceeded={() => setExceeded(true)}
            onUpgrade={onUpgrade}
          />
          <div className={classes.buttons}>
            <Button variant="default" disabled={busy || url.trim() === ''} onClick={() => void previewSite()}>
              {t('crawlForm.previewSite')}
            </Button>
            <Button type="submit" disabled={busy || url.trim() === ''}>
              {busy ? t('crawlForm.crawling') : t('crawlForm.startCrawling')}
            </Button>
          </div>
        </div>
        {exceeded && banner && (
          <Notice
            tone="warning"
            action={
              <Button size="compact-sm" onClick={onUpgrade}>
                {t('common.upgradeNow')}
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
              setDraftErrors({})
              if (failure) onEdit()
            }}
            onUpgrade={onUpgrade}
          />
          <CrawlNotificationSwitches notifications={notifications} running={busy} />
        </div>
      </form>
      {preview && (
        <Suspense>
          <PreviewPanel
            key={JSON.stringify(preview)}
            request={preview}
            maxPages={pageLimit}
            canUseSitemaps={plan.customSettings}
            busy={busy}
            onCrawl={start}
            onClose={() => onPreview(null)}
            onUpgrade={tier === 'enterprise' ? undefined : onUpgrade}
          />
        </Suspense>
      )}
      {failure && !urlError && !failedField && <Notice tone="danger">{failureText(failure, 'crawl.failed')}</Notice>}
    </div>
  )

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    void submit()
  }
  async function previewSite() {
    const request = await parseForm()
    if (request) onPreview(request)
  }
}

const noSettings: ParsedDraft = { settings: undefined, errors: {} }

const upgradeBanners = {
  free: 'crawlForm.upgradeToPro',
  pro: 'crawlForm.upgradeToEnterprise',
  enterprise: null,
} as const satisfies Record<Tier, TextKey | null>
