import { Button } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ApiKey, MadeApiKey } from '#shared/api-keys.ts'
import { plans } from '#shared/plans.ts'
import type { Tier } from '#shared/plans.ts'
import { t } from '#web/languages/t.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FailedFace } from '#web/ui/failed-face.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ConnectSection } from './connect-section.tsx'
import { KeyForm } from './key-form.tsx'
import { KeyList } from './key-list.tsx'
import { NewKey } from './new-key.tsx'

type KeySectionProps = {
  tier: Tier
  /** Asked for by the screen: whatever mounts with a failed query asks again, and the two would never come to an end. */
  asked: Pick<UseQueryResult<ApiKey[]>, 'data' | 'isError' | 'refetch'>
  /** The key just made, which only this visit knows; null without one. */
  made: MadeApiKey | null
  onMade: (made: MadeApiKey | null) => void
  onUpgrade: () => void
}

/** Makes and lists keys; on a plan without API access it says which plan has it. */
export function KeySection({ tier, asked, made, onMade, onUpgrade }: KeySectionProps) {
  const { data: keys, isError, refetch } = asked
  const allowed = plans[tier].apiAccess
  return (
    <ConnectSection title={t('API keys')} hint={t('A program shows its key instead of signing in. Give each program its own, with no more than it needs.')}>
      {!allowed && (
        <Notice tone="warning" action={<Button onClick={onUpgrade}>{t('Upgrade')}</Button>}>
          {t('API access is part of the Pro and Enterprise plans.')}
          {keys && keys.length > 0 && ` ${t('The keys below hold again once your plan has it.')}`}
        </Notice>
      )}
      {made && <NewKey key={made.id} made={made} />}
      {isError && !keys && <FailedFace compact title={t('Your API keys could not be loaded.')} onRetry={() => void refetch()} />}
      {keys?.length === 0 && allowed && (
        <EmptyState title={t('No keys yet')} compact>
          {t('The first one connects your first program.')}
        </EmptyState>
      )}
      {keys && keys.length > 0 && <KeyList keys={keys} onRevoked={(id) => id === made?.id && onMade(null)} />}
      {allowed && <KeyForm onMade={onMade} />}
    </ConnectSection>
  )
}
