import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useLanguage } from '#web/languages/language.ts'
import { t } from '#web/languages/t.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Screen } from '#web/ui/screen.tsx'

export function NotFoundScreen() {
  useLanguage()
  return (
    <Screen title={t('Not found')}>
      <EmptyState
        level={1}
        title={t('There is nothing at this address')}
        action={
          <Anchor renderRoot={(props) => <Link to="/" {...props} />}>{t('Go to the main screen')}</Anchor>
        }
      >
        {t('The page may have moved, or the address has a mistake in it.')}
      </EmptyState>
    </Screen>
  )
}
