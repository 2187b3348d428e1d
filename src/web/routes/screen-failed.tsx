import { errorWords } from '#web/languages/said-words.ts'
import { t } from '#web/languages/t.ts'
import { FailedFace } from '#web/ui/failed-face.tsx'
import { Screen } from '#web/ui/screen.tsx'

/** The face of a screen that broke or whose files could not be loaded; asking again reloads it whole. */
export function ScreenFailed() {
  return (
    <Screen title={t('Something went wrong')}>
      <FailedFace level={1} title={errorWords('server.unexpected')} onRetry={() => location.reload()} />
    </Screen>
  )
}
