/**
 * Every failure a person may see: its code, HTTP status and English text. This is the only table of them; the browser
 * translates by code. Texts listed in the specification, section 8, are word for word. `{name}` and
 * `{name, plural, one {# page} other {# pages}}` are filled from the error's `values`.
 */
import type { ErrorBody } from './error-body.ts'
import { detailTexts, type DetailCode, type SkipReason, skipReasonTexts } from './crawl/skip-reasons.ts'

const catalog = {
  // Requests
  'request.invalid': [400, '{reason}'],
  'request.not-json': [400, 'Send JSON with the header Content-Type: application/json.'],
  'request.invalid-json': [400, 'The request isn’t valid JSON.'],
  'request.invalid-shape': [400, 'Invalid request format.'],
  'request.page-or-url': [400, 'Specify a page_id or a url.'],
  'request.crawl-or-chat': [400, 'Specify a crawl or a chat.'],
  'request.cursor': [400, 'Invalid cursor. Use the `next` of the previous response.'],
  'request.blank': [400, 'Enter at least one visible character.'],
  'request.nul': [400, 'The request contains a NUL character, which isn’t allowed.'],
  'request.too-large': [413, 'The request is too large.'],
  'request.headers-too-large': [431, 'The request headers are too large. Delete this site’s cookies and try again.'],
  'request.timed-out': [408, 'The request timed out. Please try again.'],
  'request.malformed': [400, 'This isn’t a valid HTTP request.'],
  'request.not-found': [404, 'Page not found'],
  'request.method': [405, 'MCP clients must POST here with an API key. See /connect.'],
  'request.origin': [403, 'This request came from another site and was blocked.'],
  'request.too-many-at-once': [
    429,
    'You have {n, plural, one {# request} other {# requests}} in progress. Please wait and try again.',
  ],
  'request.too-many-streams': [429, 'You have {n} open event streams, one per tab. Close some tabs.'],
  'request.too-slow': [503, 'This took too long and was canceled. Please try again in a moment.'],
  'server.full': [503, 'This server is handling too many requests. Please try again in a moment.'],
  'request.too-many': [429, 'Too many requests. Please wait a moment and try again.'],
  'metrics.token': [401, 'Send this server’s METRICS_TOKEN: Authorization: Bearer …'],
  'server.unexpected': [500, 'Something went wrong on our side. Please try again.'],
  'server.starting': [503, 'Readback is starting. Please try again in a moment.'],
  'server.unreachable': [503, 'Can’t reach Readback. Check your connection and try again.'],
  'server.busy': [503, 'The database is restarting. Please try again in a few seconds.'],
  'server.disk-full': [503, 'The server’s disk is full, so nothing new can be saved. Your existing data is safe.'],

  // Accounts
  'account.sign-in-required': [401, 'Sign in to continue'],
  'account.admin-required': [403, 'Only administrators can do this.'],
  'account.invalid-email': [400, 'Invalid email address'],
  'account.password-too-short': [400, 'Password must be at least 8 characters'],
  'account.passwords-differ': [400, "Passwords don't match"],
  'account.code-length': [400, 'Verification code must be 7 digits'],
  'account.sign-in-failed': [401, 'Invalid email or password'],
  'account.sign-in-paused': [
    429,
    'Too many wrong passwords for this email address. Try again in {minutes} min, or get a code by email to sign in now.',
  ],
  'account.too-many-mails': [429, 'We’ve sent too many emails to this address. Try again in {minutes} min.'],
  'account.not-verified': [403, 'Your email address isn’t verified yet. We’ve sent you a new code.'],
  'account.suspended': [403, 'This account is suspended. Contact the operator of this server.'],
  'account.sign-up-failed': [400, 'Failed to create account. Please try again.'],
  'account.code-wrong': [400, 'Invalid verification code. Please try again.'],
  'account.resend-failed': [500, 'Failed to resend verification code. Please try again.'],
  'account.email-not-found': [400, 'Email not found'],
  'account.reset-link-invalid': [400, 'This link has expired or has already been used. Please request a new one.'],
  'account.password-known': [400, 'This password has appeared in a data breach. Please choose another.'],
  'account.password-trivial': [400, 'This password is too easy to guess. Please choose another.'],
  'account.password-wrong': [400, 'Incorrect password.'],
  'account.confirm-again': [403, 'Please sign in again to confirm it’s you.'],
  'account.factor-code-wrong': [400, 'Invalid code. Please try again.'],
  'account.factor-code-used': [400, 'This code has already been used. Enter the next code from your app.'],
  'account.factor-challenge-over': [401, 'This sign-in has expired. Please sign in again.'],
  'account.factor-locked': [
    429,
    'Too many wrong codes. Try again in {minutes, plural, one {# minute} other {# minutes}}.',
  ],
  'account.factor-present': [409, 'Two-factor authentication is already set up. Remove it first.'],
  'account.factor-missing': [409, 'Two-factor authentication isn’t set up.'],
  'account.session-not-found': [404, 'This session has already ended.'],
  'account.identity-not-found': [404, 'This sign-in method isn’t linked.'],
  'account.last-way-in': [409, 'This is your only sign-in method. Set a password first.'],
  'account.issuer-away': [502, '{name} isn’t responding. Please try again later.'],
  'account.password-required': [400, 'Enter your password.'],
  'account.password-too-long': [400, 'Password must be at most {n} characters'],
  'account.factor-code-length': [400, 'Code must be 6 digits'],
  'account.recovery-code-required': [400, 'Enter a recovery code.'],

  // API keys
  'key.unknown': [401, 'Invalid API key. Check for typos, or create a new key if it was revoked.'],
  'key.required': [401, 'Send an API key: Authorization: Bearer rb_… Create one at {url}.'],
  'key.scope': [403, 'This API key doesn’t have the “{scope}” scope. Create a key that has it at /connect.'],
  'key.not-here': [403, 'API keys can’t be used for this endpoint. See /api/docs for those that accept them.'],
  'key.too-fast': [
    429,
    'Too many requests with this API key. Please wait {retryAfterSeconds, plural, one {# second} other {# seconds}} and try again.',
  ],
  'key.too-many': [409, 'You’ve reached the limit of {n} API keys. Revoke one you don’t need.'],
  'key.not-found': [404, 'This API key has already been revoked.'],
  'program.not-found': [404, 'This program no longer has access.'],
  'key.name-required': [400, 'Enter a name for the key.'],
  'key.name-too-long': [400, 'Name must be at most {n} characters.'],
  'key.scopes-required': [400, 'Select at least one permission.'],

  // Backup
  'backup.unwritable': [500, 'Couldn’t write {file}: {reason}'],
  'backup.unreadable': [422, '{file} is not a valid backup: {reason}. Nothing was imported.'],
  'backup.not-empty': [
    409,
    'This installation already has accounts; only an empty one can be imported into. Set DATA_DIR to a new folder, or DATABASE_URL to an empty database.',
  ],
  'backup.newer': [
    422,
    'This backup was made by a newer version of Readback. Update Readback, then import again. Nothing was imported.',
  ],
  'backup.needs-secret': [
    422,
    'This backup was made with another APP_SECRET. Set OLD_APP_SECRET to it (the file `secret` in the old data folder) and import again. Nothing was imported.',
  ],
  'backup.wrong-secret': [422, 'OLD_APP_SECRET is not the APP_SECRET this backup was made with. Nothing was imported.'],

  // Administration
  'admin.no-account': [404, 'There’s no account for {email}.'],
  'admin.several-accounts': [409, 'This installation has several accounts. Choose yours with --email.'],
  'admin.not-verified': [409, '{email} hasn’t been verified yet. Try again once it is.'],
  'admin.no-person': [404, 'This account no longer exists.'],
  'admin.not-yourself': [409, 'You can’t do this to your own account. Ask another administrator.'],
  'admin.last-administrator': [
    409,
    'You can’t remove the last administrator. Make someone else an administrator first.',
  ],
  'settings.load-failed': [500, 'Failed to load settings'],
  'settings.save-failed': [500, 'Failed to save settings'],
  'settings.ai-not-set-up': [
    409,
    'No AI service is set up, so the built-in engine answers. Enter a key or set OPENAI_BASE_URL.',
  ],
  'settings.ai-failed': [502, '{reason}'],
  'model.unreachable': [
    502,
    'Can’t reach {host}. Check that the model server is running and that the address is right.',
  ],
  'model.provider-unreachable': [502, 'Can’t reach {host}. Check this server’s internet connection.'],
  'model.key-refused': [502, '{host} rejected the key. Copy it again from the provider.'],
  'model.no-list': [502, '{host} doesn’t list its models. Enter the model’s name.'],
  'model.quota-used': [502, 'The quota of this key at {host} is used up. Add credit there, or wait until it renews.'],
  'model.region-refused': [502, '{host} isn’t available in this server’s country. Choose another provider.'],
  'model.unknown': [502, '{host} has no model {model}. Choose one from the list, or install it there first.'],
  'model.not-pulled': [
    502,
    '{host} has no model {model}. Run ollama pull {model} there, or download it in the model settings.',
  ],
  'model.busy': [502, '{host} is overloaded. Try again in a moment, or choose another model.'],
  'model.too-slow': [
    502,
    '{model} at {host} didn’t respond in time. Try again in a moment, or choose a smaller model.',
  ],
  'model.no-text': [502, '{model} at {host} returned an empty answer. Try again, or choose another model.'],
  'model.no-notebook': [404, 'There is no model {model}. GET /v1/models lists your notebooks and chats.'],
  'model.no-embedding': [404, 'This server has no embedding model {model}. An administrator can connect one.'],
  'model.stores-no-responses': [
    400,
    '{parameter} is not supported, because answers are not stored. Send the whole conversation as input.',
  ],
  'model.embedding-failed': [502, 'The embedding service failed. Please try again.'],
  'model.not-allowed': [400, 'The model {model} isn’t available. Choose another one.'],
  'model.pull-failed': [502, 'Ollama couldn’t download {model}: {reason}'],
  'settings.secret-invalid': [400, 'Keys can’t contain spaces or special characters. Please copy it again.'],
  'settings.scope-invalid': [400, 'Scopes can’t contain special characters.'],
  'settings.model-missing': [400, 'Choose a model.'],
  'settings.model-address': [400, 'Enter the address of the service, e.g. http://localhost:8080/v1.'],
  'settings.too-long': [400, 'Value must be at most {n} characters.'],
  'settings.storage-address': [
    400,
    'Enter an address of Zoho, e.g. https://accounts.zoho.com. The operator can allow other hosts with ALLOW_PRIVATE_HOSTS.',
  ],
  'settings.redirect-address': [400, 'The redirect address must be on this server: {origin}.'],
  'settings.address-invalid': [400, 'Enter a full URL, e.g. https://example.org.'],

  // Credits
  'credits.check-failed': [500, 'Failed to check credit balance'],
  'credits.deduct-failed': [500, 'Failed to deduct credits'],
  'credits.deduct-retry': [500, 'Failed to deduct credits. Please try again.'],
  'credits.insufficient': [
    402,
    'Insufficient credits. You need at least {n} credits to crawl up to {n} pages. Please upgrade your plan to continue.',
  ],
  'credits.ran-out': [402, 'Insufficient credits to continue crawling. Please upgrade your plan to continue.'],
  'credits.load-failed': [500, 'Failed to load credits'],
  'credits.not-whole': [400, 'Enter a whole number of credits.'],
  'credits.negative': [400, 'Balance can’t be negative.'],
  'credits.too-many': [400, 'Balance can be at most {n, plural, one {# credit} other {# credits}}.'],

  // Payment
  'billing.not-set-up': [409, 'This server doesn’t take payments. To change your plan, contact its operator.'],
  'billing.subscribed': [409, 'You already have a paid plan. Change it under Manage subscription.'],
  'billing.no-subscription': [409, 'You don’t have a paid subscription to manage.'],
  'billing.unavailable': [
    502,
    'The payment service isn’t responding. You haven’t been charged. Please try again in a moment.',
  ],
  'billing.signature': [400, 'This event has no valid signature from the payment service.'],
  'usage.load-failed': [500, 'Failed to load usage'],

  // Crawling
  'crawl.no-url': [400, 'No URL provided for crawling'],
  'crawl.invalid-url': [400, 'Invalid URL provided'],
  'crawl.private-host': [
    400,
    '{host} is a private address and can’t be crawled. This server’s operator can allow it with ALLOW_PRIVATE_HOSTS={host}.',
  ],
  'crawl.bad-port': [400, 'Port {port} belongs to another service, so no website can be crawled there.'],
  'crawl.too-many': [429, 'You have {n} unfinished crawls. Stop one or wait until one finishes, then try again.'],
  'crawl.server-full': [503, 'This server is running as many crawls as it can. Please try again in a minute.'],
  'crawl.not-found': [404, 'This crawl doesn’t exist.'],
  'crawl.nothing-crawled': [502, 'Failed to crawl any pages. Please check if the website is accessible and try again.'],
  'crawl.key-reused': [409, 'This Idempotency-Key was used to crawl another URL. Send a new key.'],
  'crawl.repeats': [409, 'Stopped looking: the site repeats itself'],
  'crawl.few-pages': [409, 'Stopped looking: most addresses led to no new page'],
  'crawl.stopped': [409, 'Crawling was stopped by user'],
  'crawl.stopped-by-administrator': [409, 'An administrator stopped this crawl'],
  'crawl.scraping-stopped': [409, 'Scraping was stopped'],
  'crawl.no-data': [502, 'No data received from the scraping service'],
  'crawl.scrape-failed': [502, 'Failed to scrape {url}: {reason}'],
  'crawl.scraper-key': [502, 'Invalid ScrapingBee API key'],
  'crawl.scraper-rate': [502, 'ScrapingBee API rate limit exceeded'],
  'crawl.scraper-error': [502, 'ScrapingBee API error ({status}): {message}'],
  'crawl.needs-plan': [403, 'Custom crawler settings are part of the Pro plan. Upgrade, or crawl without them.'],
  'crawl.plan-limit': [
    409,
    'This crawl has reached your plan’s limit of {n} pages. Start another crawl from one of the remaining pages.',
  ],
  'crawl.nothing-left': [409, 'There are no more pages to crawl.'],
  'crawl.still-running': [409, 'This crawl is still running.'],
  'crawl.header-reserved': [400, 'The {name} header is set automatically and can’t be changed.'],
  'crawl.reader-missing': [400, 'The {name} reader isn’t set up on this server. {hint}'],
  'preview.failed': [502, 'Couldn’t preview the site: {reason}'],
  'preview.busy': [429, '{host} is busy with another crawl. Please try again in a moment.'],
  'crawl.failed': [500, 'Failed to crawl the website'],
  'crawl.nothing-read': [502, 'No page of the site could be read. {url}: {reason}'],
  'crawl.site-refuses': [
    502,
    'No page of the site could be read. {url}: {reason}. If the site is yours, add --own-site.',
  ],
  'crawl.url-too-long': [400, 'URL must be at most {n} characters.'],
  'crawl.pattern-too-long': [400, 'Pattern must be at most {n} characters.'],
  'crawl.pattern-slash': [400, 'Pattern must start with a slash, e.g. /blog/*.'],
  'crawl.header-name': [400, 'Invalid header name.'],
  'crawl.header-value': [400, 'Header value must be a single line of at most 4,000 characters.'],

  // Processing and answers
  'knowledge.no-pages': [400, 'No pages selected for processing'],
  'knowledge.failed': [500, 'Failed to process pages'],
  'answer.no-question': [400, 'Enter a question first.'],
  'answer.too-fast': [
    429,
    'You asked {n} questions in one minute. Please wait {retryAfterSeconds, plural, one {# second} other {# seconds}} and try again.',
  ],
  'answer.too-many': [429, 'You have {n} questions in progress. Please wait for some of them to finish.'],
  'answer.server-full': [503, 'This server is answering too many questions. Please try again in a moment.'],
  'answer.tokens-spent': [429, 'You’ve used your language model quota for today. It resets at midnight UTC.'],
  'answer.tokens-spent-here': [
    429,
    'This server has used its language model quota for today. It resets at midnight UTC.',
  ],
  'answer.no-context': [400, 'No context available. Please process pages first.'],
  'answer.no-pages': [400, 'No pages selected for context'],
  'answer.empty': [502, 'No response received from OpenAI'],
  'answer.failed': [502, 'Failed to get a response. Please try again.'],
  'answer.not-found': [404, 'This answer has already finished.'],
  'answer.unavailable': [502, 'Failed to get response'],
  'answer.question-too-long': [400, 'Question must be at most {n} characters.'],

  // Chats and notebooks
  'chat.not-found': [404, 'Failed to load chat'],
  'chat.none-active': [400, 'No active chat'],
  'chat.title-empty': [400, 'Title cannot be empty'],
  'chat.save-message-failed': [500, 'Failed to save message'],
  'chat.update-pages-failed': [500, 'Failed to update pages'],
  'chat.update-title-failed': [500, 'Failed to update title'],
  'chat.save-failed': [500, 'Failed to save chat. Please try again.'],
  'chat.crawl-or-history': [
    400,
    'Send either crawlId or chat_history. With crawlId, the messages of the crawl are saved.',
  ],
  'chat.load-failed': [500, 'Failed to load chat'],
  'chat.title-too-long': [400, 'Title must be at most {n} characters.'],
  'notebook.not-found': [404, 'This notebook doesn’t exist.'],
  'conflict.not-found': [404, 'This conflict doesn’t exist.'],
  'golden.not-found': [404, 'This check doesn’t exist.'],
  'golden.exists': [409, 'This notebook already has a check for this question.'],
  'golden.too-many': [403, 'Your plan allows {n} checks per notebook. Delete one, or upgrade your plan.'],
  'golden.file-unreadable': [
    400,
    'This file doesn’t contain checks. It needs a list with question, page, sentence, must_include and must_not_include.',
  ],
  'golden.file-syntax': [400, 'Line {line} of the file isn’t valid YAML: {reason}.'],
  'golden.question-missing': [400, 'Enter a question.'],
  'golden.page-invalid': [400, 'Enter an address, or a path that starts with /.'],
  'golden.site-invalid': [400, 'Enter an address that starts with http:// or https://.'],
  'golden.number-invalid': [400, 'Enter a whole number, or leave the field empty.'],
  'golden.file-entry': [400, 'Entry {entry} of the file isn’t valid. Check {field}.'],
  'gap.not-found': [404, 'This gap doesn’t exist.'],
  'publication.not-found': [404, 'There is no published page at this address.'],
  'publication.address-taken': [409, 'This address is taken. Choose another.'],
  'publication.address-invalid': [400, 'Use 3 to 60 lowercase letters, digits and hyphens, such as my-docs.'],
  'publication.color-invalid': [400, 'Enter a color as #rrggbb.'],
  'publication.logo-invalid': [400, 'The logo must be a PNG, JPEG or WebP image.'],
  'publication.logo-too-large': [400, 'The logo can be up to 64 kB.'],
  'publication.contact-invalid': [400, 'Enter a web address or an email address.'],
  'publication.origin-scheme': [400, 'Enter sites with http:// or https://, such as https://docs.example.org.'],
  'publication.origin-invalid': [400, 'Enter sites without a path, such as https://docs.example.org.'],
  'publication.origin': [403, 'This assistant isn’t allowed on this site. The assistant’s owner can add {origin}.'],
  'publication.no-pages': [409, 'The published notebook has no pages yet.'],
  'publication.too-fast': [429, 'You’ve asked too many questions. Try again in {minutes} min.'],
  'publication.budget-spent': [429, 'This page has reached its question limit for today. Please come back tomorrow.'],
  'change-report.not-found': [404, 'This change report doesn’t exist.'],
  'webhook.invalid-url': [400, 'Enter an http or https address without a username and password.'],
  'webhook.private-host': [
    400,
    '{host} is a private address, so no webhook can be sent there. This server’s operator can allow it with ALLOW_PRIVATE_HOSTS={host}.',
  ],
  'webhook.none': [409, 'This notebook has no webhook. Set one, then send the report.'],
  'notebook.default-stays': [409, 'The default notebook can’t be deleted. It receives chats from deleted notebooks.'],
  'check.no-pages': [400, 'This chat has no pages to check. Add pages first.'],
  'check.needs-plan': [403, 'Scheduled checks are part of the Pro plan. Upgrade, or check manually.'],
  'share.not-found': [404, 'This link no longer works.'],
  'page.not-found': [404, 'This page doesn’t exist.'],
  'search.query-required': [400, 'Enter a search term.'],

  // Document storage
  'storage.configuration': [409, 'Invalid or missing Zoho configuration'],
  'storage.not-initialized': [409, 'Zoho configuration not initialized'],
  'storage.no-access-token': [502, 'Invalid token response: No access token received'],
  'storage.refresh-empty': [502, 'No access token received during refresh'],
  'storage.no-tokens': [409, 'No authentication tokens available'],
  'storage.cannot-refresh': [409, 'Missing configuration or refresh token'],
  'storage.callback-failed': [502, 'Failed to complete authentication'],
  'storage.state': [400, 'This authorization has expired or was started elsewhere. Please start again.'],
  'storage.unavailable': [502, 'The document storage isn’t responding.'],
  'storage.refused': [502, 'The document storage rejected the file ({status}). {reason}'],
  'storage.no-place': [400, 'Choose a workspace and folder first.'],
  'storage.file-not-found': [404, 'This file doesn’t exist.'],
  'storage.not-failed': [409, 'This file is being saved or is already saved.'],
  'storage.too-many': [429, 'Too many files are being saved. Please wait for some of them to finish.'],
  'storage.save-failed': [500, 'Failed to save to WorkDrive. Please try again.'],
  'storage.workspace-id': [
    400,
    'The workspace is the part of the WorkDrive URL made of letters and digits, e.g. bxq8s5f2c3.',
  ],
  'storage.folder-id': [
    400,
    'The folder is the part of the WorkDrive URL made of letters and digits, e.g. bxq8s5f2c3.',
  ],

  // Only shown by the web app
  'storage.popup-blocked': [409, 'Popup window was blocked. Please allow popups and try again.'],
  'storage.timed-out': [409, 'Authentication timed out after 5 minutes'],
  'storage.window-closed': [409, 'The window was closed before authorization finished.'],
  'download.failed': [500, 'Failed to download data. Please try again.'],
} as const satisfies Record<string, readonly [status: number, message: string]>

export type ErrorCode = keyof typeof catalog

/**
 * Any text of ours that can be stored or sent as data: a failure, the reason why an address was skipped, its detail.
 */
export type MessageCode = ErrorCode | DetailCode | SkipReason
export type Message = { readonly code: MessageCode; readonly values?: MessageValues }
/** A text that is either ours or plain, such as a status, an address or a pattern. */
export type Detail = string | Message
/** Values of a text. A value that is itself a text of ours stays data, so that it can be translated. */
export type MessageValues = Readonly<Record<string, string | number | Message>>

export const isErrorCode = (text: string | undefined): text is ErrorCode =>
  text !== undefined && Object.hasOwn(catalog, text)

/** The English text of a code, its `{placeholders}` filled from `values`. */
export function errorMessage(code: ErrorCode, values?: MessageValues): string {
  return messageText({ code, ...(values && { values }) }).trim()
}

/** What the English texts use of the ICU message format; the browser has all of it. */
const PLACEHOLDER = /\{(\w+)(?:, plural, one \{([^{}]*)\} other \{([^{}]*)\})?\}/g

/** The English text of a message. A plain string is its own text. */
export function messageText(message: Detail): string {
  if (typeof message === 'string') return message
  return templateOf(message.code).replace(PLACEHOLDER, (placeholder, name: string, one?: string, other?: string) => {
    const value = message.values?.[name]
    if (value === undefined) return placeholder
    if (typeof value === 'object') return messageText(value)
    // As the browser shows it: separators belong to the plural form.
    const text = one === undefined ? String(value) : value.toLocaleString('en')
    return ((value === 1 ? one : other) ?? '#').replaceAll('#', () => text)
  })
}

function templateOf(code: MessageCode): string {
  if (isErrorCode(code)) return catalog[code][1]
  return code in detailTexts ? detailTexts[code as DetailCode] : skipReasonTexts[code as SkipReason]
}

/** Every template by its code: the English source of the browser's error texts. */
// Object.fromEntries widens the keys to string.
export const errorTemplates = Object.fromEntries(
  Object.entries(catalog).map(([code, [, template]]) => [code, template]),
) as Readonly<Record<ErrorCode, string>>

/**
 * The message of a schema is an error code. The server sends it as the code of the failure, the browser shows its text.
 */
export const invalid = (code: ErrorCode) => code

/** The values of an invalid field's text: `n` is the limit in the schema. */
export function issueValues(issue: { code: string; maximum?: unknown; minimum?: unknown }): Record<string, number> {
  if (issue.code === 'too_big') return { n: Number(issue.maximum) }
  if (issue.code === 'too_small') return { n: Number(issue.minimum) }
  return {}
}

/** The HTTP status of a code. */
export function errorStatus(code: ErrorCode) {
  return catalog[code][0]
}

/** A failure as the API sends it; `values` and `field` are left out when there are none. */
export function errorBody({
  code,
  values = {},
  field,
}: {
  code: ErrorCode
  values?: MessageValues | undefined
  field?: string | undefined
}): ErrorBody {
  return {
    code,
    message: errorMessage(code, values),
    ...(Object.keys(values).length > 0 && { values }),
    ...(field !== undefined && { field }),
  }
}

/** The failure shape of the API. */
export const toFailure = (error: Parameters<typeof errorBody>[0]) => ({ error: errorBody(error) })

type AppErrorOptions = ErrorOptions & {
  /** The field of the request that the failure concerns, as a path: `settings.headers`. */
  field?: string
}

/** A failure that a person may see. `values` are sent with it: no secret may be among them. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly values: MessageValues
  readonly field: string | undefined

  constructor(code: ErrorCode, values: MessageValues = {}, { field, ...options }: AppErrorOptions = {}) {
    super(errorMessage(code, values), options)
    this.name = 'AppError'
    this.code = code
    this.values = values
    this.field = field
  }

  get status() {
    return errorStatus(this.code)
  }
}

/** For administrators: with what caused the failure and what to do about it as the value `cause`. */
export function withCause(error: AppError): AppError {
  const { cause } = error
  if (!(cause instanceof AppError)) return error
  return new AppError(error.code, { ...error.values, cause: { code: cause.code, values: cause.values } })
}
