import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { FormEvent } from 'react'
import type { Branch } from '#shared/crawl/crawl-settings.ts'
import type { StartCrawl } from '#shared/crawl/crawls.ts'
import { plans } from '#shared/plans.ts'
import type { Tier } from '#shared/tier.ts'
import type { TextKey } from '#web/messages/text.ts'
import { t } from '#web/messages/t.ts'
import { failureText } from '#web/api/request.ts'
import type { Failure } from '#web/api/request.ts'
import { creditsQuery } from '#web/queries/credits.ts'
import { Notice } from '#web/ui/notice.tsx'
import { useEarlyInput } from '#web/ui/hooks/use-early-input.ts'
import { FewerPages } from '#web/features/crawl/fewer-pages.tsx'
import type { PreviewRequest } from '#web/features/preview/preview-picker.tsx'
import { createIdempotencyKeys } from './idempotency-key.ts'
import { LimitField } from './limit-field.tsx'
import { SettingsDisclosure } from './settings-disclosure.tsx'
import { settingsField } from './settings-draft.ts'
import { useCrawlDraft } from './use-crawl-draft.ts'
import classes from './crawl-form.module.css'

const PreviewPanel = lazy(() =>
  import('#web/features/preview/preview-panel.tsx').then((module) => ({ default: module.PreviewPanel })),
)

export type CrawlRequest = Pick<StartCrawl, 'settings' | 'branches' | 'mailAtEnd'> & {
  url: string
  maxPages: number
  maxDepth: number
  /** See idempotency-key.ts. */
  idempotencyKey?: string
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
  /** Whether crawls of this user end with an email. */
  mailAtEnd: boolean
  onStart: (request: CrawlRequest) => void
  /** Null closes the preview. */
  onPreviewChange: (request: PreviewRequest | null) => void
  onFailureResolved: () => void
  onUpgrade: () => void
}

export function CrawlForm({
  userId,
  tier,
  busy,
  initial,
  failure,
  preview,
  mailAtEnd,
  onStart,
  onPreviewChange,
  onFailureResolved,
  onUpgrade,
}: CrawlFormProps) {
  const plan = plans[tier ?? 'enterprise']
  const credits = useQuery({ ...creditsQuery, enabled: preview !== null }).data?.credits_count ?? 0
  const draft = useCrawlDraft({ userId, tier, initial })
  const [keyOf] = useState(createIdempotencyKeys)
  const [chosenBranches, setChosenBranches] = useState<Branch[]>([])
  const [isLimitExceeded, setIsLimitExceeded] = useState(false)
  const failedSetting = settingsField(failure?.field)
  const settingsErrors = failure && failedSetting ? { [failedSetting]: failure.words } : {}
  const isUrlFailure = failure?.field === 'url'

  function startCrawl(request: PreviewRequest, branches: Branch[] = [], limits = draft.limits) {
    setChosenBranches(branches)
    const start = {
      ...request,
      ...limits,
      ...(branches.length > 0 && { branches }),
      ...(mailAtEnd && { mailAtEnd }),
    }
    onStart({ ...start, idempotencyKey: keyOf(start) })
  }

  async function handleSubmit(event: FormEvent) {
    event.preventDefault()
    const request = await draft.validate()
    if (request) startCrawl(request)
  }

  /** Repeats the last submission with the pages that the credits are enough for. */
  async function crawlFewer(maxPages: number) {
    draft.setMaxPages(String(maxPages))
    const request = await draft.validate()
    if (request) startCrawl(request, chosenBranches, { ...draft.limits, maxPages })
  }

  async function handlePreview() {
    const request = await draft.validate()
    if (request) onPreviewChange(request)
  }

  /** An edit may resolve the failure of the last submission. */
  function clearFailure() {
    if (failure) onFailureResolved()
  }

  return (
    <div className={classes.form}>
      <form
        className={classes.form}
        onSubmit={(event) => void handleSubmit(event)}
        noValidate
        aria-label={t('crawlForm.crawlWebsite')}
      >
        <div className={classes.fields}>
          <CrawlFields
            draft={draft}
            tier={tier}
            urlError={draft.urlError || (isUrlFailure && failure.words)}
            onEdit={clearFailure}
            onExceeded={() => setIsLimitExceeded(true)}
            onUpgrade={onUpgrade}
          />
          <div className={classes.buttons}>
            <Button variant="default" disabled={busy || draft.url.trim() === ''} onClick={() => void handlePreview()}>
              {t('crawlForm.previewSite')}
            </Button>
            <Button type="submit" disabled={busy || draft.url.trim() === ''}>
              {busy ? t('crawlForm.crawling') : t('crawlForm.startCrawling')}
            </Button>
          </div>
        </div>
        {isLimitExceeded && <UpgradeNotice tier={tier} onUpgrade={onUpgrade} />}
        <div className={classes.more}>
          <SettingsDisclosure
            custom={draft.settings}
            errors={{ ...draft.settingsErrors, ...settingsErrors }}
            enabled={tier !== null && plan.customSettings}
            onEdit={() => {
              draft.clearSettingsErrors()
              clearFailure()
            }}
            onUpgrade={onUpgrade}
          />
        </div>
      </form>
      {preview && (
        <Suspense>
          <PreviewPanel
            key={JSON.stringify(preview)}
            request={preview}
            maxPages={draft.limits.maxPages}
            mostPages={Math.min(plan.maxPagesPerCrawl, credits)}
            onMaxPagesChange={(maxPages) => draft.setMaxPages(String(maxPages))}
            canUseSitemaps={plan.customSettings}
            busy={busy}
            onCrawl={startCrawl}
            onClose={() => onPreviewChange(null)}
            // A lower limit is the user's own.
            onUpgrade={tier !== 'enterprise' && draft.limits.maxPages >= plan.maxPagesPerCrawl ? onUpgrade : undefined}
          />
        </Suspense>
      )}
      {failure && !isUrlFailure && !failedSetting && (
        <Notice
          tone="danger"
          action={
            failure.code === 'credits.insufficient' && (
              <FewerPages disabled={busy} onCrawl={(maxPages) => void crawlFewer(maxPages)} />
            )
          }
        >
          {failureText(failure, 'crawl.failed')}
        </Notice>
      )}
    </div>
  )
}

type CrawlFieldsProps = Pick<CrawlFormProps, 'tier' | 'onUpgrade'> & {
  draft: ReturnType<typeof useCrawlDraft>
  urlError: string | false
  onEdit: () => void
  /** A limit above that of the plan was typed. */
  onExceeded: () => void
}

/** Address and limits. */
function CrawlFields({ draft, tier, urlError, onEdit, onExceeded, onUpgrade }: CrawlFieldsProps) {
  const plan = plans[tier ?? 'enterprise']
  return (
    <>
      <TextInput
        ref={useEarlyInput(draft.changeUrl)}
        className={classes.url}
        label={t('crawlForm.websiteUrl')}
        type="url"
        placeholder={t('crawlForm.urlPlaceholder')}
        autoComplete="url"
        spellCheck={false}
        value={draft.url}
        error={urlError}
        onChange={(event) => {
          draft.changeUrl(event.currentTarget.value)
          onEdit()
        }}
      />
      <LimitField
        label={t('crawlForm.maxPages')}
        unit="pages"
        tier={tier}
        limit={plan.maxPagesPerCrawl}
        value={draft.maxPages}
        onChange={(typed) => {
          draft.setMaxPages(typed)
          onEdit()
        }}
        onExceeded={onExceeded}
        onUpgrade={onUpgrade}
      />
      <LimitField
        label={t('crawlForm.maxDepth')}
        unit="levels"
        tier={tier}
        limit={plan.maxDepth}
        value={draft.maxDepth}
        onChange={(typed) => {
          draft.setMaxDepth(typed)
          onEdit()
        }}
        onExceeded={onExceeded}
        onUpgrade={onUpgrade}
      />
    </>
  )
}

const upgradeTexts = {
  free: 'crawlForm.upgradeToPro',
  pro: 'crawlForm.upgradeToEnterprise',
  enterprise: null,
} as const satisfies Record<Tier, TextKey | null>

function UpgradeNotice({ tier, onUpgrade }: Pick<CrawlFormProps, 'tier' | 'onUpgrade'>) {
  const text = tier && upgradeTexts[tier]
  if (!text) return null
  const upgradeButton = (
    <Button size="compact-sm" onClick={onUpgrade}>
      {t('common.upgradeNow')}
    </Button>
  )
  return (
    <Notice tone="warning" action={upgradeButton}>
      {t(text)}
    </Notice>
  )
}
