import { Anchor } from '@mantine/core'
import {
  claudeCommand,
  claudeFile,
  commandFile,
  type Connection,
  curlSteps,
  cursorFile,
} from '#shared/connect-examples.ts'
import { rich, t } from '#web/messages/t.ts'
import { CodeExample } from '#web/ui/code-example.tsx'
import { ConnectSection } from './connect-section.tsx'

/** Setup examples for Claude, Cursor and curl, with this server's URL and a key that was just created. */
export function ConnectExamples({ connection }: { connection: Connection }) {
  return (
    <>
      <ConnectSection title="Claude" hint={t('connect.claudeHint')}>
        <CodeExample title={t('connect.claudeTerminal')} code={claudeCommand(connection)} />
        <CodeExample title={t('connect.claudeProject')} code={claudeFile(connection)} />
        <CodeExample title={t('connect.claudeDesktop')} code={commandFile(connection)} />
      </ConnectSection>
      <ConnectSection title="Cursor" hint={t('connect.cursorHint')}>
        <CodeExample title={t('connect.cursorFile')} code={cursorFile(connection)} />
      </ConnectSection>
      <ConnectSection
        title="curl"
        hint={rich('connect.apiHint', {
          docs: (text) => (
            <Anchor href="/api/docs" underline="always">
              {text}
            </Anchor>
          ),
        })}
      >
        {curlSteps(connection).map(({ name, command }, index) => (
          <CodeExample key={name} title={`${index + 1}. ${t(`connect.${name}`)}`} code={command} />
        ))}
      </ConnectSection>
    </>
  )
}
