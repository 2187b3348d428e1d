import { ActionIcon, Button, PasswordInput, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { t } from '#web/languages/t.ts'
import classes from './header-rows.module.css'

type HeaderRowsProps = {
  names: readonly string[]
  values: readonly string[]
  error: string | undefined
  onChange: (names: string[], values: string[]) => void
}

/** Headers or cookies for pages behind a sign-in. Their values are typed once and never shown again. */
export function HeaderRows({ names, values, error, onChange }: HeaderRowsProps) {
  const padded = names.map((_name, row) => values[row] ?? '')
  const without = (row: number) => [names.toSpliced(row, 1), padded.toSpliced(row, 1)] as const
  return (
    <div className={classes.headers} role="group" aria-labelledby="sign-in-headers" aria-describedby="sign-in-headers-hint">
      <p id="sign-in-headers" className={classes.label}>
        {t('Sign-in headers or cookies')}
      </p>
      <p id="sign-in-headers-hint" className={classes.hint}>
        {t('For pages behind a sign-in. They are stored encrypted, go to this website alone, and are never shown again.')}
      </p>
      {names.map((name, row) => (
        // Rows have nothing but their place to be known by.
        <div key={row} className={classes.row}>
          <TextInput
            aria-label={t('Header name {n}', { n: row + 1 })}
            placeholder="Cookie"
            autoComplete="off"
            spellCheck={false}
            value={name}
            onChange={(event) => onChange(names.with(row, event.currentTarget.value), padded)}
          />
          <PasswordInput
            aria-label={t('Header value {n}', { n: row + 1 })}
            placeholder="session=…"
            // Not the person's password for this site: a password manager stays out.
            autoComplete="new-password"
            visibilityToggleButtonProps={{ 'aria-label': t('Show header value {n}', { n: row + 1 }) }}
            value={padded[row]}
            onChange={(event) => onChange([...names], padded.with(row, event.currentTarget.value))}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size="input-sm"
            aria-label={t('Remove header {n}', { n: row + 1 })}
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
        {t('Add a header')}
      </Button>
    </div>
  )
}
