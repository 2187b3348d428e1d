/** The connection examples of /connect; the tests run them too. */

/** Shown until a key is created. */
export const KEY_PLACEHOLDER = 'rb_YOUR_KEY'

export type Connection = { /** Such as https://readback.example.org */ origin: string; key: string }

/** Terminal command that adds this server to Claude Code. */
export const claudeCommand = ({ origin, key }: Connection) =>
  `claude mcp add --transport http readback ${origin}/mcp --header "Authorization: Bearer ${key}"`

/** `.mcp.json` in a project: the same for everyone who works on it. */
export const claudeFile = (connection: Connection) =>
  formatJson({ mcpServers: { readback: { type: 'http', ...addressAndKey(connection) } } })

/** `~/.cursor/mcp.json`, or `.cursor/mcp.json` in a project. */
export const cursorFile = (connection: Connection) =>
  formatJson({ mcpServers: { readback: addressAndKey(connection) } })

/** The settings file of a program that starts its servers itself, such as Claude Desktop. */
export const commandFile = ({ origin, key }: Connection) =>
  formatJson({
    mcpServers: { readback: { command: 'readback', args: ['mcp', '--url', origin], env: { READBACK_API_KEY: key } } },
  })

const addressAndKey = ({ origin, key }: Connection) => ({
  url: `${origin}/mcp`,
  headers: { Authorization: `Bearer ${key}` },
})
const formatJson = (file: object) => JSON.stringify(file, null, 2)

type StepName =
  | 'exampleSaveKey'
  | 'exampleList'
  | 'exampleCrawl'
  | 'exampleStatus'
  | 'exampleSearch'
  | 'exampleProcess'
  | 'exampleAsk'

/** `name` is the browser's text for the step: `connect.${name}`. */
export type CurlStep = { name: StepName; command: string }

/**
 * Shell commands from the key to a cited answer. Each may use variables exported by earlier ones; only `exampleCrawl`
 * needs more than `DEFAULT_API_SCOPES`.
 */
export function curlSteps({ origin, key }: Connection): CurlStep[] {
  const curl = (...parts: string[]) =>
    `curl -s ${[...parts, '-H "Authorization: Bearer $READBACK_KEY"'].join(' \\\n  ')}`
  const post = (path: string, body: string) =>
    curl(`${origin}${path}`, `-d ${body}`, '-H "Content-Type: application/json"')
  return [
    { name: 'exampleSaveKey', command: `export READBACK_KEY=${key}` },
    { name: 'exampleList', command: curl(`${origin}/api/crawls`) },
    {
      name: 'exampleCrawl',
      command: post('/api/crawls', `'{"url":"${origin}/help","maxPages":5}'`),
    },
    {
      name: 'exampleStatus',
      command: `export CRAWL_ID=…\n${curl(`"${origin}/api/crawls/$CRAWL_ID?content=false"`)}`,
    },
    {
      name: 'exampleSearch',
      command: curl(
        `-G ${origin}/api/knowledge/passages`,
        '-d crawlId=$CRAWL_ID',
        '--data-urlencode "q=What does a page cost?"',
      ),
    },
    {
      name: 'exampleProcess',
      command: `export PAGE_ID=…\n${post('/api/knowledge', `"{\\"pageIds\\":[\\"$PAGE_ID\\"]}"`)}`,
    },
    {
      name: 'exampleAsk',
      command: post('/api/answers', `"{\\"question\\":\\"What is Readback?\\",\\"pageIds\\":[\\"$PAGE_ID\\"]}"`),
    },
  ]
}
