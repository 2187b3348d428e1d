import { pathOf } from '#web/ui/address-parts.ts'
import { Anchor, Button, Skeleton, Text, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AuditedPage, AuditFinding, AuditPart, SiteAudit } from '#shared/chat/site-audit.ts'
import { plans } from '#shared/plans.ts'
import { StoredPage } from '#web/features/page-viewer/stored-page.tsx'
import { detailText } from '#web/messages/error-text.ts'
import { formatNumber } from '#web/messages/numbers-and-dates.ts'
import { t } from '#web/messages/t.ts'
import { creditsQuery } from '#web/queries/credits.ts'
import { auditQuery } from '#web/queries/gaps.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useShortTitle } from '#web/ui/hooks/use-short-title.tsx'
import { Notice, TryAgain } from '#web/ui/notice.tsx'
import classes from './audit.module.css'

const kindTexts = {
  'broken-link': { name: 'audit.broken-link', hint: 'audit.broken-linkHint' },
  'redirect-chain': { name: 'audit.redirect-chain', hint: 'audit.redirect-chainHint' },
  orphan: { name: 'audit.orphan', hint: 'audit.orphanHint' },
  'duplicate-title': { name: 'audit.duplicate-title', hint: 'audit.duplicate-titleHint' },
  'no-text': { name: 'audit.no-text', hint: 'audit.no-textHint' },
  'near-duplicate': { name: 'audit.near-duplicate', hint: 'audit.near-duplicateHint' },
  'missing-heading': { name: 'audit.missing-heading', hint: 'audit.missing-headingHint' },
  thin: { name: 'audit.thin', hint: 'audit.thinHint' },
} as const

/** The audit of the sites of a notebook, computed when the tab opens. */
export function Audit({ notebookId }: { notebookId: string }) {
  const { data, isError, isFetching, refetch } = useQuery(auditQuery(notebookId))
  return (
    <div className={classes.audit}>
      {isError && (
        <Notice tone="danger" action={<TryAgain onClick={() => void refetch()} />}>
          {t('audit.loadFailed')}
        </Notice>
      )}
      <Text className={classes.intro}>{t('audit.intro')}</Text>
      {data && data.score !== null && (
        <div className={classes.line}>
          <Button loading={isFetching} onClick={() => void refetch()}>
            {t('audit.again')}
          </Button>
          <Text size="sm" c="dimmed" role="status">
            {isFetching ? t('audit.loading') : t('audit.pages', { n: data.pages_audited })}
          </Text>
        </div>
      )}
      {!data && !isError && <Skeleton height={240} role="status" aria-label={t('audit.loading')} />}
      {data && <LeftOut {...data} />}
      {data && data.score === null && <Example />}
      {data && data.score !== null && <Results score={data.score} audit={data} />}
    </div>
  )
}

function LeftOut({ pages_left_out: leftOut, pages_without_links: withoutLinks }: SiteAudit) {
  const { data: credits } = useQuery(creditsQuery)
  return (
    <>
      {leftOut > 0 && credits && (
        <Notice tone="warning">{t('audit.leftOut', { n: leftOut, most: plans[credits.tier].maxPagesCompared })}</Notice>
      )}
      {withoutLinks > 0 && <Notice>{t('audit.withoutLinks', { n: withoutLinks })}</Notice>}
    </>
  )
}

function Results({ score, audit }: { score: number; audit: SiteAudit }) {
  const [opened, setOpened] = useState<AuditedPage | null>(null)
  const parts = audit.parts.filter(({ findings }) => findings > 0)
  return (
    <>
      <Score score={score} parts={audit.parts} />
      {parts.length === 0 && (
        <EmptyState compact title={t('audit.none')}>
          {t('audit.noneHint')}
        </EmptyState>
      )}
      {parts.map((part) => (
        <Problems
          key={part.kind}
          part={part}
          findings={audit.findings.filter(({ kind }) => kind === part.kind)}
          onOpen={setOpened}
        />
      ))}
      {opened && <StoredPage page={{ ...opened, pageId: opened.page_id }} onClose={() => setOpened(null)} />}
    </>
  )
}

/** The score with its formula and what each problem takes from it. */
function Score({ score, parts }: { score: number; parts: AuditPart[] }) {
  return (
    <section className={classes.panel} aria-labelledby="audit-score">
      <div className={classes.score}>
        <h2 id="audit-score">{t('audit.score')}</h2>
        <p className={classes.number}>{t('audit.outOf', { score })}</p>
        <Text size="sm" c="dimmed">
          {t('audit.formula')}
        </Text>
      </div>
      <table className={classes.parts}>
        <thead>
          <tr>
            <th scope="col">{t('audit.problem')}</th>
            <th scope="col">{t('audit.found')}</th>
            <th scope="col">{t('audit.affected')}</th>
            <th scope="col">{t('audit.weight')}</th>
            <th scope="col">{t('audit.lost')}</th>
          </tr>
        </thead>
        <tbody>
          {parts.map(({ kind, findings, affected, weight, lost }) => (
            <tr key={kind} data-none={findings === 0 || undefined}>
              <th scope="row">{t(kindTexts[kind].name)}</th>
              <td>{formatNumber(findings)}</td>
              <td>{formatNumber(affected)}</td>
              <td>{weight}</td>
              <td>{formatNumber(lost)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

type ProblemsProps = { part: AuditPart; findings: AuditFinding[]; onOpen: (page: AuditedPage) => void }

/** A short list is open from the start. */
const OPEN_UP_TO = 10

function Problems({ part: { kind, findings: n }, findings, onOpen }: ProblemsProps) {
  return (
    <details className={classes.problems} open={n <= OPEN_UP_TO}>
      <summary>
        <h2>{t('audit.heading', { title: t(kindTexts[kind].name), n })}</h2>
      </summary>
      <Text size="sm" c="dimmed">
        {t(kindTexts[kind].hint)} {findings.length < n && t('audit.listed', { n: findings.length })}
      </Text>
      <ul className={classes.list}>
        {findings.map((finding) => (
          <Finding key={finding.url} finding={finding} onOpen={onOpen} />
        ))}
      </ul>
    </details>
  )
}

function Finding({ finding, onOpen }: { finding: AuditFinding; onOpen: ProblemsProps['onOpen'] }) {
  const { kind, url, page, skipped, words, related, related_count } = finding
  const isLink = kind === 'broken-link' || kind === 'redirect-chain'
  // Pages that are the same often have one title.
  const links = related.map((each) => (
    <PageLink key={each.page_id} page={isLink ? each : { ...each, title: pathOf(each.url) }} onOpen={onOpen} />
  ))
  const left = related_count - related.length
  const relatedText = t(isLink ? 'audit.linkedFrom' : 'audit.sameAs', { pages: '' }).trim()
  const reason = skipped && (detailText(skipped) || t(`skipReasons.${skipped.reason}`))
  return (
    <li className={classes.finding}>
      <div className={classes.subject}>
        {page && <PageLink page={page} onOpen={onOpen} />}
        <Anchor href={url} target="_blank" rel="noreferrer" className={classes.address}>
          {url}
        </Anchor>
      </div>
      {(reason || words !== null) && <Text size="sm">{words === null ? reason : t('audit.words', { n: words })}</Text>}
      {links.length > 0 && (
        <Text size="sm" component="div" className={classes.related}>
          <span>{relatedText}</span>
          {links}
          {left > 0 && <span>{t('audit.more', { n: left })}</span>}
        </Text>
      )}
    </li>
  )
}

function PageLink({ page, onOpen }: { page: AuditedPage; onOpen: ProblemsProps['onOpen'] }) {
  const title = useShortTitle()(page)
  return (
    <UnstyledButton className={classes.page} aria-label={t('audit.openPage', { title })} onClick={() => onOpen(page)}>
      {title}
    </UnstyledButton>
  )
}

/** Without pages: what a finding looks like. */
function Example() {
  return (
    <>
      <EmptyState compact title={t('audit.noPages')}>
        {t('audit.noPagesHint')}
      </EmptyState>
      <section className={classes.example}>
        <Text c="dimmed">{t('audit.example')}</Text>
        <div className={classes.finding}>
          <span className={classes.address}>/help/old-page</span>
          <Text size="sm">{t('audit.exampleReason')}</Text>
          <Text size="sm">{t('audit.linkedFrom', { pages: t('audit.examplePage') })}</Text>
        </div>
      </section>
    </>
  )
}
