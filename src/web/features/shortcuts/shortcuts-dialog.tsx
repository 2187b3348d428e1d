import { Switch } from '@mantine/core'
import { t } from '#web/messages/t.ts'
import type { TextKey } from '#web/messages/text.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { keyName, MAIN_MODIFIER, useSingleKeys } from '#web/ui/hooks/use-shortcut.ts'
import classes from './shortcuts-dialog.module.css'

type Shortcut = { keys: string[]; label: TextKey }

/** For display only; the keys are bound where they act. */
const groups = [
  {
    title: 'shortcuts.everywhere',
    shortcuts: [
      { keys: [MAIN_MODIFIER, 'K'], label: 'palette.title' },
      { keys: ['n'], label: 'common.newChat' },
      { keys: ['s'], label: 'chats.search' },
      { keys: ['/'], label: 'shortcuts.writeQuestion' },
      { keys: ['Esc'], label: 'shortcuts.stopOrClose' },
      { keys: ['?'], label: 'shortcuts.showShortcuts' },
    ],
  },
  {
    title: 'shortcuts.inQuestion',
    shortcuts: [
      { keys: ['Enter'], label: 'shortcuts.send' },
      { keys: ['Shift', 'Enter'], label: 'shortcuts.newLine' },
    ],
  },
  {
    title: 'shortcuts.inPageTree',
    shortcuts: [
      { keys: ['↑', '↓'], label: 'shortcuts.movePage' },
      { keys: ['←', '→'], label: 'shortcuts.collapseExpand' },
      { keys: ['Space'], label: 'shortcuts.selectPage' },
      { keys: ['Shift', 'Space'], label: 'shortcuts.selectBelow' },
      { keys: ['Enter'], label: 'shortcuts.showSummary' },
    ],
  },
] as const satisfies { title: TextKey; shortcuts: Shortcut[] }[]

/** The list of shortcuts, and a switch for single-key shortcuts. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const [enabled, setEnabled] = useSingleKeys()
  return (
    <Dialog opened onClose={onClose} title={t('shortcuts.title')}>
      {groups.map(({ title, shortcuts }) => (
        <section key={title} className={classes.group}>
          <h3 className={classes.title}>{t(title)}</h3>
          <dl className={classes.list}>
            {shortcuts.map(({ keys, label }) => (
              <div key={label} className={classes.row}>
                <dt>{t(label)}</dt>
                <dd>
                  {keys.map((key) => (
                    <kbd key={key} className={classes.key}>
                      {keyName(key)}
                    </kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <Switch
        label={t('shortcuts.singleKeys')}
        description={t('shortcuts.singleKeysHint')}
        checked={enabled}
        onChange={(event) => setEnabled(event.currentTarget.checked)}
      />
    </Dialog>
  )
}
