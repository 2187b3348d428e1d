import { errorText } from '#web/messages/error-text.ts'
import { t } from '#web/messages/t.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Screen } from '#web/ui/screen.tsx'

/** Shown when a screen crashed or its files could not be loaded; retrying reloads the page. */
export function ScreenFailed() {
  return (
    <Screen title={t('common.somethingWrong')}>
      <ErrorState level={1} title={errorText('server.unexpected')} onRetry={() => location.reload()} />
    </Screen>
  )
}
