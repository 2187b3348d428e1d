/** What a person can do about an address that was not read, for each reason; that nothing is missing is also an answer. */
import type { SkipReason } from '#shared/crawls.ts'
import type { Text } from '#web/languages/text.ts'

export const skipAdvice = {
  robots: 'Only the site can allow this, in its robots.txt.',
  'other-host': 'A crawl stays on the host it starts on. To read these, start a crawl there.',
  'outside-path': 'A crawl stays below the address it starts at. To read these, start one higher up on the site.',
  'excluded-path': 'Parts such as login, admin or assets are never crawled. Most of them hold no text to ask about.',
  'excluded-type': 'Pictures, documents and archives are not read, only pages.',
  'beyond-depth': 'To read these, start a crawl with a greater depth, or from a page nearer to them.',
  'beyond-limit': '“Continue this crawl” reads on with these.',
  duplicate: 'Nothing is missing: the same text was read under the other address.',
  redirect: 'To read these, start a crawl at the address they lead to.',
  'http-status': 'The page may be gone, or the site may be busy: “Retry failed only” asks once more.',
  timeout: 'The site may be busy: “Retry failed only” asks once more.',
  'too-large': 'Pages beyond the size limit are not read. “Retry failed only” helps when the page has become smaller.',
  'not-a-page': 'Only HTML and plain text are read.',
  empty: 'When your browser shows text there, the page makes it by script: a crawl with the browser reader can read it.',
  'private-address':
    'Addresses on private networks are refused. Whoever runs this server can allow one by the setting ALLOW_PRIVATE_HOSTS.',
  network: 'The site may be down, or the address wrong: “Retry failed only” asks once more.',
  noindex: 'The page itself asks for this, and its wish is kept.',
  nofollow: 'The page that links there asks for this. To read one of these, start a crawl at its address.',
  stopped: '“Continue this crawl” reads on with these.',
  'no-credits': 'As soon as there are credits again, “Continue this crawl” reads on with these.',
  unreadable: 'Something went wrong while reading. “Retry failed only” tries once more.',
  'robots-unreachable':
    'As long as a site cannot say what robots may read, nothing is read there. “Retry failed only” asks once more.',
  'excluded-pattern': 'The include and exclude patterns of this crawl decide that. To read these, crawl with others.',
  'not-chosen': 'To read these, tick this part of the site in its preview and crawl again.',
  'needs-browser':
    'This server has no browser to show such pages. The line below each address says how whoever runs it installs one; “Retry failed only” reads them then.',
  cut: 'The page itself was read. What stood beyond its limits is not searched; links among it can be crawled by themselves.',
} as const satisfies Record<SkipReason, Text>
