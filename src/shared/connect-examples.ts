/** How programs are connected, as /connect shows it and as the tests run it. */

/** Stands where the key belongs while none was just made. */
export const KEY_PLACEHOLDER = 'rb_YOUR_KEY'

export type Connection = { /** Such as https://readback.example.org */ origin: string; key: string }

/** A command for the terminal; run once, it tells Claude Code of this server. */
export const claudeCommand = ({ origin, key }: Connection) =>
  `claude mcp add --transport http readback ${origin}/mcp --header "Authorization: Bearer ${key}"`

/** `.mcp.json` in a project: the same, for everybody who works in it. */
export const claudeFile = (to: Connection) => written({ mcpServers: { readback: { type: 'http', ...addressAndKey(to) } } })

/** `~/.cursor/mcp.json`, or `.cursor/mcp.json` in a project. */
export const cursorFile = (to: Connection) => written({ mcpServers: { readback: addressAndKey(to) } })

const addressAndKey = ({ origin, key }: Connection) => ({ url: `${origin}/mcp`, headers: { Authorization: `Bearer ${key}` } })
const written = (file: object) => JSON.stringify(file, null, 2)

export type CurlStep = { words: string; command: string }

/** A walk in the terminal, from the key to a cited answer. Each step may use what the ones before exported. */
export function curlSteps({ origin, key }: Connection): CurlStep[] {
  const curl = (...parts: string[]) => `curl -s ${[...parts, '-H "Authorization: Bearer $READBACK_KEY"'].join(' \\\n  ')}`
  const post = (path: string, body: string) => curl(`${origin}${path}`, `-d ${body}`, '-H "Content-Type: application/json"')
  return [
    { words: 'Keep the key where the other commands find it.', command: `export READBACK_KEY=${key}` },
    {
      words: 'Crawl: here five pages of this server’s manual. The answer has the id of the crawl.',
      command: post('/api/crawls', `'{"url":"${origin}/help","maxPages":5}'`),
    },
    {
      words: 'Keep that id and look at the crawl, until its status is finished. Every page has an id too.',
      command: `export CRAWL_ID=…\n${curl(`"${origin}/api/crawls/$CRAWL_ID?content=false"`)}`,
    },
    {
      words: 'Search the text of the pages.',
      command: curl(`-G ${origin}/api/knowledge/passages`, '-d crawlId=$CRAWL_ID', '--data-urlencode "q=What does a page cost?"'),
    },
    {
      words: 'Make pages ready to be asked; further ids stand beside the first.',
      command: `export PAGE_ID=…\n${post('/api/knowledge', `"{\\"pageIds\\":[\\"$PAGE_ID\\"]}"`)}`,
    },
    {
      words: 'Ask. The answer streams as events: its text, then the citations with their quotes.',
      command: post('/api/answers', `"{\\"question\\":\\"What is Readback?\\",\\"pageIds\\":[\\"$PAGE_ID\\"]}"`),
    },
  ]
}
