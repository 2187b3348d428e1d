import { CloseButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useRef } from 'react'
import { t } from '#web/messages/t.ts'
import classes from './filter-field.module.css'

type FilterFieldProps = { label: string; placeholder: string; value: string; onChange: (words: string) => void }

/** Filter input of a list; Escape clears it. */
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
      {value && <CloseButton size="sm" aria-label={t('foundPages.clearFilter')} onClick={clear} />}
    </div>
  )
}
