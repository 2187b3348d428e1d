import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { t } from '#web/messages/t.ts'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import classes from './header-rows.module.css'

type HeaderRowsProps = {
  names: readonly string[]
  values: readonly string[]
  error: string | undefined
  onChange: (names: string[], values: string[]) => void
}

/** Headers or cookies for pages behind a sign-in. Values are write-only. */
export function HeaderRows({ names, values, error, onChange }: HeaderRowsProps) {
  const padded = names.map((_name, row) => values[row] ?? '')
  const without = (row: number) => [names.toSpliced(row, 1), padded.toSpliced(row, 1)] as const
  return (
    <div
      className={classes.headers}
      role="group"
      aria-labelledby="sign-in-headers"
      aria-describedby="sign-in-headers-hint"
    >
      <p id="sign-in-headers" className={classes.label}>
        {t('crawlerSettings.headers')}
      </p>
      <p id="sign-in-headers-hint" className={classes.hint}>
        {t('crawlerSettings.headersHint')}
      </p>
      {names.map((name, row) => (
        // Rows have no identity other than their index.
        <div key={row} className={classes.row}>
          <TextInput
            aria-label={t('crawlerSettings.headerName', { n: row + 1 })}
            placeholder="Cookie"
            autoComplete="off"
            spellCheck={false}
            value={name}
            onChange={(event) => onChange(names.with(row, event.currentTarget.value), padded)}
          />
          <PasswordField
            aria-label={t('crawlerSettings.headerValue', { n: row + 1 })}
            placeholder="session=…"
            // Keeps password managers from filling in the user's password.
            autoComplete="new-password"
            visibilityToggleButtonProps={{ 'aria-label': t('crawlerSettings.showHeaderValue', { n: row + 1 }) }}
            value={padded[row]}
            onChange={(event) => onChange([...names], padded.with(row, event.currentTarget.value))}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size="input-sm"
            aria-label={t('crawlerSettings.removeHeader', { n: row + 1 })}
            onClick={() => onChange(...without(row))}
          >
            <IconX size={16} />
          </ActionIcon>
        </div>
      ))}
      {error && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
      <Button
        variant="default"
        size="compact-sm"
        className={classes.add}
        disabled={names.length >= 20}
        onClick={() => onChange([...names, ''], [...padded, ''])}
      >
        {t('crawlerSettings.addHeader')}
      </Button>
    </div>
  )
}
