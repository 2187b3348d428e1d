import { Button } from '@mantine/core'
import { t } from '#web/messages/t.ts'
import { EmptyState } from './empty-state.tsx'

type ErrorStateProps = {
  title: string
  level?: 1 | 2
  compact?: boolean
  /** Undefined when trying again cannot help. */
  onRetry?: (() => void) | undefined
}

/** Error state of a list that could not be loaded. */
export function ErrorState({ title, level, compact, onRetry }: ErrorStateProps) {
  return (
    <div role="alert">
      <EmptyState
        title={title}
        level={level}
        compact={compact}
        action={
          onRetry && (
            <Button variant="default" onClick={onRetry}>
              {t('common.tryAgain')}
            </Button>
          )
        }
      />
    </div>
  )
}
