import { Button, FileButton, Group } from '@mantine/core'
import { useState } from 'react'
import { PUBLICATION_LIMITS } from '#shared/chat/publications.ts'
import { errorText } from '#web/messages/error-text.ts'
import { t } from '#web/messages/t.ts'
import { Notice } from '#web/ui/notice.tsx'
import classes from './publishing.module.css'

/** `logo` is a data URL, empty for none. */
type LogoFieldProps = { logo: string; error: string | undefined; onChange: (logo: string) => void }

export function LogoField({ logo, error, onChange }: LogoFieldProps) {
  const [problem, setProblem] = useState<string>()
  const read = async (file: File | null) => {
    if (!file) return
    if (file.size > PUBLICATION_LIMITS.logoBytes) return setProblem(errorText('publication.logo-too-large'))
    try {
      onChange(await asDataUrl(file))
      setProblem(undefined)
    } catch {
      setProblem(errorText('publication.logo-invalid'))
    }
  }
  const shown = problem ?? error
  return (
    <div
      className={classes.logo}
      role="group"
      aria-labelledby="publication-logo"
      aria-describedby={`publication-logo-hint${shown ? ' publication-logo-error' : ''}`}
    >
      <span id="publication-logo">{t('publishing.logo')}</span>
      <span id="publication-logo-hint" className={classes.hint}>
        {t('publishing.logoHint')}
      </span>
      <Group gap="sm">
        {logo && <img src={logo} alt="" className={classes.logoImage} />}
        <FileButton accept="image/png,image/jpeg,image/webp" onChange={(file) => void read(file)}>
          {(props) => (
            <Button {...props} variant="default">
              {t('publishing.chooseLogo')}
            </Button>
          )}
        </FileButton>
        {logo && (
          <Button variant="subtle" color="red" onClick={() => onChange('')}>
            {t('publishing.removeLogo')}
          </Button>
        )}
      </Group>
      {shown && (
        <div id="publication-logo-error">
          <Notice tone="danger">{shown}</Notice>
        </div>
      )}
    </div>
  )
}

const asDataUrl = (file: File) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => reject(reader.error))
    reader.readAsDataURL(file)
  })
