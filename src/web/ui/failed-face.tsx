import { Button } from '@mantine/core'
import { EmptyState } from './empty-state.tsx'

type FailedFaceProps = { title: string; onRetry: () => void }

/** The face of a list that could not be loaded. */
export function FailedFace({ title, onRetry }: FailedFaceProps) {
  return (
    <div role="alert">
      <EmptyState
        title={title}
        action={
          <Button variant="default" onClick={onRetry}>
            Try Again
          </Button>
        }
      />
    </div>
  )
}
