import { Anchor } from '@mantine/core'
import { claudeCommand, claudeFile, type Connection, curlSteps, cursorFile } from '#shared/connect-examples.ts'
import { sentenceWords } from '#web/languages/said-words.ts'
import { rich, t } from '#web/languages/t.ts'
import { CodeExample } from './code-example.tsx'
import { ConnectSection } from './connect-section.tsx'

/** How Claude, Cursor and a terminal are connected, with this server's address and, when one was just made, the key. */
export function ConnectExamples({ connection }: { connection: Connection }) {
  return (
    <>
      <ConnectSection
        title="Claude"
        hint={t('Claude can crawl sites, search their pages and ask them, and gets the quote behind every claim.')}
      >
        <CodeExample title={t('In a terminal, for Claude Code')} code={claudeCommand(connection)} />
        <CodeExample title={t('Or for one project: the file .mcp.json')} code={claudeFile(connection)} />
      </ConnectSection>
      <ConnectSection title="Cursor" hint={t('The same tools in the editor. Any other program that speaks MCP over HTTP takes the same address and header.')}>
        <CodeExample title={t('The file ~/.cursor/mcp.json, or .cursor/mcp.json in a project')} code={cursorFile(connection)} />
      </ConnectSection>
      <ConnectSection
        title="curl"
        hint={
          rich(
            'The addresses are those that the screens use. All of them stand on the page of <docs>the API</docs>, with the scope that each one needs.',
            {
              docs: (words) => (
                <Anchor href="/api/docs" underline="always">
                  {words}
                </Anchor>
              ),
            },
          )
        }
      >
        {curlSteps(connection).map(({ words, command }, index) => (
          <CodeExample key={words} title={`${index + 1}. ${sentenceWords(words)}`} code={command} />
        ))}
      </ConnectSection>
    </>
  )
}
