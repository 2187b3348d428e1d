import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { errorMessage } from '#shared/errors.ts'
import { plans, upgradeBanner } from '#shared/plans.ts'
import type { Tier } from '#shared/plans.ts'
import { Notice } from '#web/ui/notice.tsx'
import { LimitField } from './limit-field.tsx'
import { whenLeft } from './limits.ts'
import { startAddress } from './start-address.ts'
import classes from './crawl-form.module.css'

export type CrawlWish = { url: string; maxPages: number; maxDepth: number }

type CrawlFormProps = {
  /** Null while it is not known yet: nothing is clamped to a plan that may not be the person's. */
  tier: Tier | null
  /** A crawl is being started or runs. */
  busy: boolean
  /** What the form shows at first. */
  initial?: Partial<CrawlWish>
  onStart: (wish: CrawlWish) => void
  onUpgrade: () => void
}

export function CrawlForm({ tier, busy, initial, onStart, onUpgrade }: CrawlFormProps) {
  const plan = plans[tier ?? 'enterprise']
  const [url, setUrl] = useState(initial?.url ?? '')
  const [invalid, setInvalid] = useState('')
  const [maxPages, setMaxPages] = useState(String(initial?.maxPages ?? Math.min(10, plan.maxPagesPerCrawl)))
  const [maxDepth, setMaxDepth] = useState(String(initial?.maxDepth ?? Math.min(3, plan.maxDepth)))
  const [exceeded, setExceeded] = useState(false)
  const banner = tier && upgradeBanner[tier]

  function submit(event: FormEvent) {
    event.preventDefault()
    const address = startAddress(url)
    if (!address) return setInvalid(errorMessage('crawl.invalid-url'))
    onStart({
      url: address,
      maxPages: Number(whenLeft(maxPages, plan.maxPagesPerCrawl).shown),
      maxDepth: Number(whenLeft(maxDepth, plan.maxDepth).shown),
    })
  }

  return (
    <form className={classes.form} onSubmit={submit} noValidate aria-label="Crawl a website">
      <div className={classes.fields}>
        <TextInput
          className={classes.url}
          label="Website URL"
          type="url"
          placeholder="Enter website URL to crawl"
          autoComplete="url"
          spellCheck={false}
          value={url}
          error={invalid}
          onChange={(event) => {
            setUrl(event.currentTarget.value)
            setInvalid('')
          }}
        />
        <LimitField
          label="Maximum Pages"
          unit="pages"
          tier={tier}
          limit={plan.maxPagesPerCrawl}
          value={maxPages}
          onChange={setMaxPages}
          onExceeded={() => setExceeded(true)}
          onUpgrade={onUpgrade}
        />
        <LimitField
          label="Maximum Depth"
          unit="levels"
          tier={tier}
          limit={plan.maxDepth}
          value={maxDepth}
          onChange={setMaxDepth}
          onExceeded={() => setExceeded(true)}
          onUpgrade={onUpgrade}
        />
        <Button type="submit" className={classes.submit} disabled={busy || url.trim() === ''}>
          {busy ? 'Crawling...' : 'Start Crawling'}
        </Button>
      </div>
      {exceeded && banner && (
        <Notice
          tone="warning"
          action={
            <Button size="compact-sm" onClick={onUpgrade}>
              Upgrade Now
            </Button>
          }
        >
          {banner}
        </Notice>
      )}
    </form>
  )
}
