import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useLanguage } from '#web/messages/language.ts'
import { t } from '#web/messages/t.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Screen } from '#web/ui/screen.tsx'

export function NotFoundScreen() {
  useLanguage()
  return (
    <Screen title={t('common.notFound')}>
      <EmptyState
        level={1}
        title={t('common.pageNotFound')}
        action={<Anchor renderRoot={(props) => <Link to="/" {...props} />}>{t('common.goHome')}</Anchor>}
      >
        {t('common.pageNotFoundHint')}
      </EmptyState>
    </Screen>
  )
}
