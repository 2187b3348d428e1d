import { CloseButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useRef } from 'react'
import { t } from '#web/languages/t.ts'
import classes from './filter-field.module.css'

type FilterFieldProps = { label: string; placeholder: string; value: string; onChange: (words: string) => void }

/** Words that narrow a list; Escape takes them back. */
export function FilterField({ label, placeholder, value, onChange }: FilterFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  function clear() {
    onChange('')
    input.current?.focus()
  }
  return (
    <div className={classes.field}>
      <IconSearch size={16} aria-hidden className={classes.glass} />
      <input
        ref={input}
        type="search"
        className={classes.input}
        aria-label={label}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Escape' && onChange('')}
      />
      {value && <CloseButton size="sm" aria-label={t('Clear filter')} onClick={clear} />}
    </div>
  )
}
