import { Button } from '@mantine/core'
import { t } from '#web/languages/t.ts'
import { EmptyState } from './empty-state.tsx'

type FailedFaceProps = { title: string; level?: 1 | 2; compact?: boolean; onRetry: () => void }

/** The face of a list that could not be loaded. */
export function FailedFace({ title, level, compact, onRetry }: FailedFaceProps) {
  return (
    <div role="alert">
      <EmptyState
        title={title}
        level={level}
        compact={compact}
        action={
          <Button variant="default" onClick={onRetry}>
            {t('Try Again')}
          </Button>
        }
      />
    </div>
  )
}
