import { IconLanguage } from '@tabler/icons-react'
import { chooseLanguage, languages, nameOfLanguage } from '#web/languages/language.ts'
import { t } from '#web/languages/t.ts'
import { ChoiceMenu } from './choice-menu.tsx'

/** The languages of the screens, each under its own name. */
export function LanguageChoice() {
  return (
    <ChoiceMenu
      label={t('Language')}
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
