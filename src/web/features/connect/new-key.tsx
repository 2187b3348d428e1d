import { Button, CopyButton, Group, TextInput } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import type { MadeApiKey } from '#shared/api-keys.ts'
import { t } from '#web/languages/t.ts'
import { Notice } from '#web/ui/notice.tsx'

/** The key itself, the one time that it is shown. It has the focus, ready to be copied. */
export function NewKey({ made }: { made: MadeApiKey }) {
  return (
    <Notice>
      <TextInput
        label={t('The key “{name}”', { name: made.name })}
        description={t('Copy it now: it is not shown again. Until you leave, the examples below hold it too.')}
        value={made.secret}
        inputWrapperOrder={['label', 'input', 'description']}
        readOnly
        autoFocus
        autoComplete="off"
        spellCheck={false}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Group mt="sm">
        <CopyButton value={made.secret}>
          {({ copied, copy }) => (
            <Button leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />} onClick={copy}>
              {copied ? t('Copied') : t('Copy key')}
            </Button>
          )}
        </CopyButton>
      </Group>
    </Notice>
  )
}
