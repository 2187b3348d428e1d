import { IconLanguage } from '@tabler/icons-react'
import { chooseLanguage, languages, nameOfLanguage } from '#web/messages/language.ts'
import { t } from '#web/messages/t.ts'
import { ChoiceMenu } from './choice-menu.tsx'

/** Language picker; each language under its own name. */
export function LanguageChoice() {
  return (
    <ChoiceMenu
      label={t('common.language')}
      icon={<IconLanguage size={18} />}
      bare
      opens="below"
      choices={() =>
        languages.map((language) => ({
          words: nameOfLanguage(language),
          lang: language,
          onChoose: () => void chooseLanguage(language),
        }))
      }
    />
  )
}
