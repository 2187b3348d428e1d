import { Switch } from '@mantine/core'
import { wholeSentence } from '#web/languages/said-words.ts'
import { t } from '#web/languages/t.ts'
import type { Text } from '#web/languages/text.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { MAIN_MODIFIER, useSingleKeys } from '#web/ui/use-shortcut.ts'
import classes from './shortcuts-dialog.module.css'

type Shortcut = { keys: string[]; does: Text }

/** Held by nobody else: the keys themselves stand beside what they do, in the files that listen to them. */
const groups = [
  {
    title: 'Everywhere',
    shortcuts: [
      { keys: [MAIN_MODIFIER, 'K'], does: 'Go to a screen, a chat or an action' },
      { keys: ['n'], does: 'New chat' },
      { keys: ['s'], does: 'Search chats' },
      { keys: ['/'], does: 'Write a question' },
      { keys: ['Esc'], does: 'Stop the answer, close what is open' },
      { keys: ['?'], does: 'Show these shortcuts' },
    ],
  },
  {
    title: 'In a question',
    shortcuts: [
      { keys: ['Enter'], does: 'Send' },
      { keys: ['Shift', 'Enter'], does: 'New line' },
    ],
  },
  {
    title: 'In the tree of pages',
    shortcuts: [
      { keys: ['↑', '↓'], does: 'Go to another page' },
      { keys: ['←', '→'], does: 'Collapse and expand' },
      { keys: ['Space'], does: 'Tick a page' },
      { keys: ['Shift', 'Space'], does: 'Tick everything below it' },
      { keys: ['Enter'], does: 'Show its summary' },
    ],
  },
] as const satisfies { title: Text; shortcuts: Shortcut[] }[]

/** What the keyboard can do, and the switch for keys that are pressed alone. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const [on, setOn] = useSingleKeys()
  return (
    <Dialog opened onClose={onClose} title={t('Keyboard shortcuts')}>
      {groups.map(({ title, shortcuts }) => (
        <section key={title} className={classes.group}>
          <h3 className={classes.title}>{t(title)}</h3>
          <dl className={classes.list}>
            {shortcuts.map(({ keys, does }) => (
              <div key={does} className={classes.row}>
                <dt>{t(does)}</dt>
                <dd>
                  {keys.map((key) => (
                    <kbd key={key} className={classes.key}>
                      {wholeSentence(key)}
                    </kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <Switch
        label={t('Keys that are pressed alone')}
        description={t('Switch them off when you dictate, or press keys unawares.')}
        checked={on}
        onChange={(event) => setOn(event.currentTarget.checked)}
      />
    </Dialog>
  )
}
