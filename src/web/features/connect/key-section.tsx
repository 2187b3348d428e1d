import { Button, CopyButton, Group, TextInput } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ApiKey, CreatedApiKey } from '#shared/api-keys.ts'
import { t } from '#web/messages/t.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ConnectSection } from './connect-section.tsx'
import { KeyForm } from './key-form.tsx'
import { KeyList } from './key-list.tsx'

type KeySectionProps = {
  /**
   * Passed in by the screen: a component that mounts with a failed query refetches it, which would unmount this one,
   * endlessly.
   */
  keysQuery: Pick<UseQueryResult<ApiKey[]>, 'data' | 'isError' | 'refetch'>
  /** The key just created, the only time its secret is known; null without one. */
  newKey: CreatedApiKey | null
  onNewKey: (key: CreatedApiKey | null) => void
}

/** Creates and lists API keys. */
export function KeySection({ keysQuery, newKey, onNewKey }: KeySectionProps) {
  const { data: keys, isError, refetch } = keysQuery
  return (
    <ConnectSection title={t('connect.apiKeys')} hint={t('connect.apiKeysHint')}>
      {newKey && <NewKey key={newKey.id} newKey={newKey} />}
      {isError && !keys && <ErrorState compact title={t('connect.keysLoadFailed')} onRetry={() => void refetch()} />}
      {keys?.length === 0 && (
        <EmptyState title={t('connect.noKeys')} compact>
          {t('connect.noKeysHint')}
        </EmptyState>
      )}
      {keys && keys.length > 0 && <KeyList keys={keys} onRevoked={(id) => id === newKey?.id && onNewKey(null)} />}
      <KeyForm onCreated={onNewKey} />
    </ConnectSection>
  )
}

/** A new key's secret, shown only once. Focused and selected, ready to copy. */
function NewKey({ newKey }: { newKey: CreatedApiKey }) {
  return (
    <Notice>
      <TextInput
        label={t('connect.newKeyTitle', { name: newKey.name })}
        description={t('connect.newKeyHint')}
        value={newKey.secret}
        inputWrapperOrder={['label', 'input', 'description']}
        readOnly
        autoFocus
        autoComplete="off"
        spellCheck={false}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Group mt="sm">
        <CopyButton value={newKey.secret}>
          {({ copied, copy }) => (
            <Button leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />} onClick={copy}>
              {copied ? t('common.copied') : t('connect.copyKey')}
            </Button>
          )}
        </CopyButton>
      </Group>
    </Notice>
  )
}
