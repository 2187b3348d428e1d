import { Title } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useUpgrade } from '#web/features/credits/upgrade.tsx'
import { PaymentNotice } from '#web/features/usage/payment-notice.tsx'
import { UsageDays } from '#web/features/usage/usage-days.tsx'
import { UsageLedger } from '#web/features/usage/usage-ledger.tsx'
import { UsageSkeleton } from '#web/features/usage/usage-skeleton.tsx'
import { UsageSummary } from '#web/features/usage/usage-summary.tsx'
import { t } from '#web/languages/t.ts'
import { billingQuery, usageQuery, usePaymentPage } from '#web/queries/billing.ts'
import { creditsQuery } from '#web/queries/credits.ts'
import { failureWords } from '#web/request.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FailedFace } from '#web/ui/failed-face.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { SignedIn } from './signed-in.tsx'
import classes from './usage-screen.module.css'

export function UsageScreen() {
  return (
    <Screen title={t('Usage')}>
      <SignedIn>
        <div className={classes.sections}>
          <Title order={1} fz="2rem">
            {t('Usage')}
          </Title>
          <OwnUsage />
        </div>
      </SignedIn>
    </Screen>
  )
}

function OwnUsage() {
  const { payment } = useSearch({ from: '/usage' })
  const upgrade = useUpgrade()
  const usage = useInfiniteQuery(usageQuery)
  const { data: billing } = useQuery(billingQuery)
  // As in the header: a running crawl spends faster than its lines are asked for.
  const { data: credits } = useQuery(creditsQuery)
  const leaving = usePaymentPage()
  // The newest piece knows the balance of now.
  const now = usage.data?.pages[0]
  const entries = usage.data?.pages.flatMap((piece) => piece.entries) ?? []
  const spent = entries.some(({ amount }) => amount < 0)
  if (usage.isError && !now) return <FailedFace title={t('Failed to load usage')} onRetry={() => void usage.refetch()} />
  return (
    <>
      <PaymentNotice from={payment} billing={billing} />
      {!now && <UsageSkeleton />}
      {now && (
        <UsageSummary
          usage={{ ...now, ...credits }}
          billing={billing}
          leaving={leaving.isPending}
          refused={leaving.isError ? failureWords(leaving.error, 'billing.unavailable') : ''}
          onManage={() => leaving.mutate('portal')}
          onUpgrade={upgrade}
        />
      )}
      {now && spent && <UsageDays days={now.days} />}
      {now && !spent && (
        <EmptyState title={t('Nothing spent yet')} compact>
          {t('One credit pays for one crawled page. What yours were spent on will stand here.')}
        </EmptyState>
      )}
      {now && (
        <UsageLedger
          entries={entries}
          hasMore={usage.hasNextPage}
          busy={usage.isFetchingNextPage}
          failed={usage.isFetchNextPageError ? failureWords(usage.error, 'usage.load-failed') : ''}
          onMore={() => void usage.fetchNextPage()}
        />
      )}
    </>
  )
}
