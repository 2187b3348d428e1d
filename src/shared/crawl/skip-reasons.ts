/**
 * The reasons why a crawl skipped an address, and optional details. The English texts are defaults: the browser looks
 * up translations by key. This file has no imports, to keep the script of the first screen small.
 */

export const skipReasonTexts = {
  robots: 'Blocked by the site’s robots.txt',
  'other-host': 'On another host',
  'outside-path': 'Outside the start path',
  'excluded-path': 'Excluded path (login, admin, assets …)',
  'excluded-type': 'A file, not a page',
  'beyond-depth': 'Maximum depth reached',
  'beyond-limit': 'Page limit reached',
  duplicate: 'Duplicate of another page',
  redirect: 'Redirects outside this crawl',
  'redirect-loop': 'Redirects in a loop',
  'http-status': 'The site returned an error',
  timeout: 'The site took too long to respond',
  'too-large': 'Page too large',
  'not-a-page': 'Not an HTML or text page',
  empty: 'No text on the page',
  'private-address': 'Private address',
  network: 'Site unreachable',
  noindex: 'Indexing not allowed (noindex)',
  nofollow: 'Link marked nofollow',
  stopped: 'The crawl was stopped first',
  'no-credits': 'Out of credits',
  unreadable: 'The page couldn’t be read',
  'robots-unreachable': 'The site’s robots.txt couldn’t be read',
  'excluded-pattern': 'Excluded by this crawl’s patterns',
  'not-chosen': 'Not selected in the preview',
  'needs-browser': 'Page needs a browser',
  cut: 'Page too large to read completely',
  repeats: 'Stopped looking: the site repeats itself',
  'few-pages': 'Stopped looking: most addresses led to no new page',
} as const
export type SkipReason = keyof typeof skipReasonTexts
export const skipReasons = Object.keys(skipReasonTexts) as SkipReason[] // Object.keys widens to string

/** The reasons that are failures rather than rules: what "Retry failed" tries again. */
export const failedReasons: readonly SkipReason[] = [
  'http-status',
  'redirect-loop',
  'timeout',
  'network',
  'too-large',
  'unreadable',
  'robots-unreachable',
  'needs-browser',
]

/**
 * Pages skipped for these reasons are read by "Continue crawl": the crawl ran out of pages, requests, time or credits.
 */
export const unfinishedReasons: readonly SkipReason[] = [
  'beyond-limit',
  'stopped',
  'no-credits',
  'repeats',
  'few-pages',
]

/**
 * No rule excludes pages skipped for these reasons: an answer that the crawled pages cannot give offers to crawl them.
 */
export const reasonsToOffer: readonly SkipReason[] = [...unfinishedReasons, 'beyond-depth']

/**
 * Details of a reason that are translated. Others, such as a status, an address or a pattern, are stored as plain text.
 */
export const detailTexts = {
  // Addresses and redirects.
  'address-too-long': 'Address is longer than 2,000 characters',
  'address-invalid': 'Invalid address',
  'address-scheme': '{scheme} addresses aren’t supported',
  'address-credentials': 'Addresses with a username or password aren’t supported',
  'address-port': 'Port {port} belongs to another service, so no website is read there',
  'address-private':
    '{hostname} is a private address. This server’s operator can allow it with ALLOW_PRIVATE_HOSTS={host}.',
  'redirects-to': 'Redirects to {url}',
  'redirects-to-sign-in': 'Redirects to a sign-in page: {url}',
  'redirects-to-error': 'Redirects to an error page: {url}',
  'too-many-redirects': 'More than {n} redirects, the last to {url}',
  'same-page': 'Same page as {url}',
  'same-text': 'Same text as {url}',
  // Stored with gaps.
  'not-stored-links': 'Not stored: {n, plural, one {# link} other {# links}}',
  'not-stored-text': 'Not stored: the end of the text',
  'not-stored-links-and-text': 'Not stored: {n, plural, one {# link} other {# links}} and the end of the text',
  'scripts-not-loaded': 'Read before all its scripts were loaded',
  'not-saved': 'The page couldn’t be saved',
  // Network and HTTP.
  'page-time-limit': 'Took longer than {minutes} minutes',
  'request-timed-out': 'Took longer than {n} seconds',
  'larger-than': 'Larger than {n} MB',
  'headers-too-large': 'The response headers are too large',
  'host-not-found': '{host} couldn’t be found',
  'host-no-address': '{host} has no IP address',
  'host-silent': '{host} stopped responding',
  'host-refused': '{host} refused the connection',
  'host-without-https': '{host} doesn’t use HTTPS. Start with http:// instead',
  'certificate-invalid': 'Invalid certificate ({reason})',
  'connection-failed': 'Connection to {host} failed ({reason})',
  'response-not-http': 'The response isn’t valid HTTP',
  'encoding-unknown': 'Unsupported content encoding: {encoding}',
  'encoding-broken': 'Broken content encoding: {encoding}',
  'robots-unavailable': 'Couldn’t load the site’s robots.txt ({reason}), so the site can’t be crawled right now',
  // Rendering in a browser.
  'render-memory': 'Rendering used too much memory',
  'render-timed-out': 'Rendering took longer than {n} seconds',
  'render-too-large': 'Loads more than {n} MB when rendered',
  'browser-exited': 'The browser exited while loading the page',
  'browser-failed': 'The browser couldn’t load the page ({reason})',
  'browser-not-started': 'The browser couldn’t start: {reason}',
  'install-browser':
    'Install Chromium with `npx playwright-core install chromium` (on Debian and Ubuntu also `apt install chromium`), or set CHROMIUM_PATH to a browser.',
  'set-scraping-key': 'The operator can set SCRAPINGBEE_API_KEY.',
  // Extracting the text.
  'extract-timed-out': 'Extracting the text took too long',
  'extract-memory': 'Extracting the text used too much memory',
  'extract-failed': 'Couldn’t extract the text',
  'extract-closed': 'The server is shutting down',
  // Reading a stored page again.
  'now-noindex': 'The page now opts out of indexing (noindex)',
  'now-empty': 'The page no longer has any text',
  // Parts of other details.
  'content-type': 'The content type is {type}',
  'reason-with-detail': '{reason} ({detail})',
} as const
export type DetailCode = keyof typeof detailTexts
