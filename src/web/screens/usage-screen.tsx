import { Title } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useUpgrade } from '#web/features/credits/upgrade.tsx'
import { PaymentNotice } from '#web/features/usage/payment-notice.tsx'
import { UsageDays } from '#web/features/usage/usage-days.tsx'
import { UsageLedger } from '#web/features/usage/usage-ledger.tsx'
import { UsageSkeleton } from '#web/features/usage/usage-skeleton.tsx'
import { UsageSummary } from '#web/features/usage/usage-summary.tsx'
import { t } from '#web/messages/t.ts'
import { billingQuery, usageQuery, usePaymentPage } from '#web/queries/billing.ts'
import { creditsQuery } from '#web/queries/credits.ts'
import { failureText } from '#web/api/request.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { SignedIn } from './signed-in.tsx'
import classes from './usage-screen.module.css'

export function UsageScreen() {
  return (
    <Screen title={t('account.usage')}>
      <SignedIn>
        <div className={classes.sections}>
          <Title order={1} fz="2rem">
            {t('account.usage')}
          </Title>
          <OwnUsage />
        </div>
      </SignedIn>
    </Screen>
  )
}

function OwnUsage() {
  const { payment: origin } = useSearch({ from: '/usage' })
  const upgrade = useUpgrade()
  const usage = useInfiniteQuery(usageQuery)
  const { data: billing } = useQuery(billingQuery)
  // As in the header: during a crawl the balance changes faster than this list is refetched.
  const { data: credits } = useQuery(creditsQuery)
  const payment = usePaymentPage()
  // Every page of the ledger has the balance and the days; the first is the newest.
  const newest = usage.data?.pages[0]
  const entries = usage.data?.pages.flatMap((page) => page.entries) ?? []
  const hasUsage = entries.some(({ amount }) => amount < 0) || newest?.days.some(({ tokens }) => tokens > 0)
  if (usage.isError && !newest)
    return <ErrorState title={t('errors.usage.load-failed')} onRetry={() => void usage.refetch()} />
  return (
    <>
      <PaymentNotice origin={origin} billing={billing} />
      {!newest && <UsageSkeleton />}
      {newest && (
        <UsageSummary
          usage={{ ...newest, ...credits }}
          billing={billing}
          busy={payment.isPending}
          error={payment.isError ? failureText(payment.error, 'billing.unavailable') : ''}
          onManage={() => payment.mutate('portal')}
          onUpgrade={upgrade}
        />
      )}
      {newest && hasUsage && <UsageDays days={newest.days} />}
      {newest && !hasUsage && (
        <EmptyState title={t('credits.noUsage')} compact>
          {t('credits.noUsageHint')}
        </EmptyState>
      )}
      {newest && (
        <UsageLedger
          entries={entries}
          hasMore={usage.hasNextPage}
          busy={usage.isFetchingNextPage}
          error={usage.isFetchNextPageError ? failureText(usage.error, 'usage.load-failed') : ''}
          onLoadMore={() => void usage.fetchNextPage()}
        />
      )}
    </>
  )
}
