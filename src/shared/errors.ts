/**
 * Every failure a person may see: its code, its HTTP status and its words, in one table. The words that
 * SPEC section 8 lists stand here word for word; `{name}` is filled from the error's `values`.
 */

const catalogue = {
  // Requests in general
  'request.invalid': [400, '{reason}'],
  'request.not-json': [400, 'Send JSON, with the header Content-Type: application/json.'],
  'request.nul': [400, 'The request holds a NUL character, which no text may have.'],
  'request.too-large': [413, 'The request is too large.'],
  'request.headers-too-large': [431, 'The headers of this request are too large. Delete the cookies of this site and try again.'],
  'request.timed-out': [408, 'The request did not come in time. Please try again.'],
  'request.malformed': [400, 'This is no HTTP request.'],
  'request.not-found': [404, 'There is nothing at this address.'],
  'request.method': [405, 'Programs that speak MCP send POST here, with an API key. How stands at /connect.'],
  'request.origin': [403, 'This request came from another site and was refused.'],
  'request.too-many-at-once': [429, 'You have {n} requests in hand at once. Please wait for some of them to be answered.'],
  'request.too-many-streams': [429, 'You have {n} open streams of events, one for each tab. Close some of them.'],
  'request.too-slow': [503, 'This took too long and was given up. Please try again in a moment.'],
  'server.full': [503, 'This server has as many requests in hand as it can take. Please try again in a moment.'],
  'request.too-many': [429, 'Too many requests. Please wait a moment and try again.'],
  'metrics.token': [401, 'Send the METRICS_TOKEN of this server: Authorization: Bearer …'],
  'server.unexpected': [500, 'Something went wrong on our side. Please try again.'],
  'server.starting': [503, 'Readback is starting. Please try again in a moment.'],
  'server.busy': [503, 'The database is restarting. Please try again in a few seconds.'],
  'server.disk-full': [503, 'This server’s disk is full, so nothing new can be stored. What is stored is safe.'],

  // Accounts
  'account.sign-in-required': [401, 'Sign in to continue'],
  'account.admin-required': [403, 'Only administrators may do this.'],
  'account.invalid-email': [400, 'Invalid email address'],
  'account.password-too-short': [400, 'Password must be at least 8 characters'],
  'account.passwords-differ': [400, "Passwords don't match"],
  'account.code-length': [400, 'Verification code must be 7 digits'],
  'account.sign-in-failed': [401, 'Invalid email or password'],
  'account.not-verified': [403, 'Your email address is not verified yet. We have sent you a new code.'],
  'account.suspended': [403, 'This account is suspended. Please write to the operator of this server.'],
  'account.sign-up-failed': [400, 'Failed to create account. Please try again.'],
  'account.code-wrong': [400, 'Invalid verification code. Please try again.'],
  'account.resend-failed': [500, 'Failed to resend verification code. Please try again.'],
  'account.email-not-found': [400, 'Email not found'],
  'account.reset-link-invalid': [400, 'This link has expired or was used already. Please ask for a new one.'],
  'account.password-known': [400, 'This password is known from breaches and is tried first. Please choose another one.'],
  'account.password-trivial': [400, 'This password is too easy to guess. Please choose another one.'],
  'account.password-wrong': [400, 'This is not your password.'],
  'account.confirm-again': [403, 'Please sign in again to confirm that it is you.'],
  'account.factor-code-wrong': [400, 'Invalid code. Please try again.'],
  'account.factor-code-used': [400, 'This code was used already. Sign in again with the next one your app shows.'],
  'account.factor-challenge-over': [401, 'This sign-in took too long. Please sign in again.'],
  'account.factor-locked': [429, 'Too many wrong codes. Please try again in fifteen minutes.'],
  'account.factor-present': [409, 'A second factor is set up already. Remove it first.'],
  'account.factor-missing': [409, 'No second factor is set up.'],
  'account.session-not-found': [404, 'This session has ended already.'],
  'account.identity-not-found': [404, 'This identity is not linked.'],
  'account.last-way-in': [409, 'This is your only way in. Set a password first.'],
  'account.issuer-away': [502, '{name} does not answer. Please try again later.'],

  // Keys for programs
  'key.unknown': [401, 'This API key is not valid. It may be mistyped, or revoked.'],
  'key.required': [401, 'Send an API key: Authorization: Bearer rb_… Keys are made at {url}.'],
  'key.needs-plan': [403, 'API access is part of the Pro plan. Please upgrade to use API keys.'],
  'key.scope': [403, 'This API key may not do this: it needs the scope “{scope}”.'],
  'key.not-here': [403, 'API keys are not for this address. What they are for stands at /api/docs.'],
  'key.too-fast': [429, 'This API key was used too often within a minute. Please wait {retryAfterSeconds} seconds and try again.'],
  'key.too-many': [409, 'You have {n} API keys, and more are not kept. Revoke one you do not need.'],
  'key.not-found': [404, 'This API key is revoked already.'],

  // Backup
  'backup.unwritable': [500, 'The file {file} cannot be written: {reason}'],
  'backup.unreadable': [422, '{file} cannot be read as a backup: {reason}. Nothing was imported.'],
  'backup.not-empty': [409, 'This installation already has accounts, and an import fills an empty one. Set DATA_DIR to a new folder, or DATABASE_URL to an empty database.'],
  'backup.newer': [422, 'This backup was made by a newer version of Readback. Update first, then import it. Nothing was imported.'],
  'backup.needs-secret': [422, 'This backup was made under another APP_SECRET. Set OLD_APP_SECRET to that one (it stands in the file secret of the old data folder) and import again. Nothing was imported.'],
  'backup.wrong-secret': [422, 'OLD_APP_SECRET is not the APP_SECRET that this backup was made under. Nothing was imported.'],

  // Administration
  'admin.no-account': [404, 'There is no account with the address {email}.'],
  'admin.not-verified': [409, '{email} has not verified the address yet. Ask again once it is verified.'],
  'admin.no-person': [404, 'This account does not exist any more.'],
  'admin.not-yourself': [409, 'This cannot be done to your own account. Ask another administrator.'],
  'admin.last-administrator': [409, 'The last administrator stays. Make somebody else an administrator first.'],
  'settings.load-failed': [500, 'Failed to load settings'],
  'settings.save-failed': [500, 'Failed to save settings'],

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

  // Payment
  'billing.not-set-up': [409, 'This server takes no payments. To change your plan, ask the person who runs it.'],
  'billing.subscribed': [409, 'Your plan is paid already. You can change it under Manage subscription.'],
  'billing.no-subscription': [409, 'There is nothing to manage: you have not paid for a plan here.'],
  'billing.unavailable': [502, 'The payment service does not answer. Nothing was charged. Please try again in a moment.'],
  'billing.signature': [400, 'This event is not signed by the payment service.'],
  'usage.load-failed': [500, 'Failed to load usage'],

  // Crawling
  'crawl.no-url': [400, 'No URL provided for crawling'],
  'crawl.invalid-url': [400, 'Invalid URL provided'],
  'crawl.private-host': [
    400,
    '{host} is a private address and is not crawled. If it is yours, add {host} to the setting ALLOW_PRIVATE_HOSTS and start again.',
  ],
  'crawl.too-many': [429, 'You have {n} crawls that are not finished yet. Wait until one ends, or stop one, and try again.'],
  'crawl.server-full': [503, 'This server has as many crawls as it takes on. Nothing was lost: please try again in a minute.'],
  'crawl.not-found': [404, 'This crawl does not exist.'],
  'crawl.nothing-crawled': [
    502,
    'Failed to crawl any pages. Please check if the website is accessible and try again.',
  ],
  'crawl.stopped': [409, 'Crawling was stopped by user'],
  'crawl.scraping-stopped': [409, 'Scraping was stopped'],
  'crawl.no-data': [502, 'No data received from the scraping service'],
  'crawl.scrape-failed': [502, 'Failed to scrape {url}: {reason}'],
  'crawl.scraper-key': [502, 'Invalid ScrapingBee API key'],
  'crawl.scraper-rate': [502, 'ScrapingBee API rate limit exceeded'],
  'crawl.scraper-error': [502, 'ScrapingBee API error ({status}): {message}'],
  'crawl.needs-plan': [403, 'Custom crawler settings are part of the Pro plan. Please upgrade, or crawl without them.'],
  'crawl.nothing-left': [409, 'Every address that was found has been read or has its reason. There is nothing to go on with.'],
  'crawl.still-running': [409, 'This crawl is still running.'],
  'crawl.reader-missing': [400, 'The reader {name} is not set up on this server. {hint}'],
  'preview.failed': [502, 'The site could not be previewed: {reason}'],
  'preview.busy': [429, '{host} is being read for somebody else. Please try again in a moment.'],
  'crawl.failed': [500, 'Failed to crawl the website'],

  // Processing and answers
  'knowledge.no-pages': [400, 'No pages selected for processing'],
  'knowledge.failed': [500, 'Failed to process pages'],
  'answer.no-question': [400, 'Type a question first.'],
  'answer.too-fast': [429, 'You asked {n} questions within a minute. Please wait {retryAfterSeconds} seconds and ask again.'],
  'answer.too-many': [429, 'You have {n} questions waiting for their answers. Please wait until some of them are there.'],
  'answer.server-full': [503, 'This server is answering as many questions as it can. Please ask again in a moment.'],
  'answer.tokens-spent': [429, 'You have used up today’s share of the language model. It returns at midnight UTC.'],
  'answer.tokens-spent-here': [429, 'This server has used up today’s share of the language model. It returns at midnight UTC.'],
  'answer.no-context': [400, 'No context available. Please process pages first.'],
  'answer.no-pages': [400, 'No pages selected for context'],
  'answer.empty': [502, 'No response received from OpenAI'],
  'answer.failed': [502, 'Failed to get a response. Please try again.'],
  'answer.not-found': [404, 'This answer has ended.'],
  'answer.unavailable': [502, 'Failed to get response'],

  // Chats and notebooks
  'chat.not-found': [404, 'Failed to load chat'],
  'chat.none-active': [400, 'No active chat'],
  'chat.title-empty': [400, 'Title cannot be empty'],
  'chat.save-message-failed': [500, 'Failed to save message'],
  'chat.update-pages-failed': [500, 'Failed to update pages'],
  'chat.update-title-failed': [500, 'Failed to update title'],
  'chat.save-failed': [500, 'Failed to save chat. Please try again.'],
  'notebook.not-found': [404, 'This notebook does not exist.'],
  'notebook.default-stays': [409, 'The default notebook stays. It is where chats go whose notebook is deleted.'],
  'check.no-pages': [400, 'This chat has no pages to check. Add pages first.'],
  'check.needs-plan': [403, 'Checks on a schedule are part of the Pro plan. Please upgrade, or check by hand.'],
  'share.not-found': [404, 'This chat is not shared, or not any more.'],
  'page.not-found': [404, 'This page does not exist.'],

  // Document storage
  'storage.configuration': [409, 'Invalid or missing Zoho configuration'],
  'storage.not-initialized': [409, 'Zoho configuration not initialized'],
  'storage.no-access-token': [502, 'Invalid token response: No access token received'],
  'storage.refresh-empty': [502, 'No access token received during refresh'],
  'storage.no-tokens': [409, 'No authentication tokens available'],
  'storage.cannot-refresh': [409, 'Missing configuration or refresh token'],
  'storage.callback-failed': [502, 'Failed to complete authentication'],
  'storage.state': [400, 'This authorisation was begun elsewhere, or too long ago. Please start again.'],
  'storage.unavailable': [502, 'The document storage does not answer.'],
  'storage.refused': [502, 'The document storage did not take the file ({status}). {reason}'],
  'storage.no-place': [400, 'Say first in which workspace and folder the file is to be saved.'],
  'storage.file-not-found': [404, 'This file does not exist.'],
  'storage.not-failed': [409, 'This file is on its way, or saved already.'],
  'storage.too-many': [429, 'Many files are on their way already. Please wait until some of them are saved.'],
  'storage.save-failed': [500, 'Failed to save to WorkDrive. Please try again.'],

  // What only the screen says
  'storage.popup-blocked': [409, 'Popup window was blocked. Please allow popups and try again.'],
  'storage.timed-out': [409, 'Authentication timed out after 5 minutes'],
  'storage.window-closed': [409, 'The window was closed before the authorisation was finished.'],
  'download.failed': [500, 'Failed to download data. Please try again.'],
} as const satisfies Record<string, readonly [status: number, message: string]>

export type ErrorCode = keyof typeof catalogue
export type ErrorValues = Readonly<Record<string, string | number>>

export const errorCodes = Object.keys(catalogue) as ErrorCode[] // Object.keys widens to string

export const isErrorCode = (text: string | undefined): text is ErrorCode => text !== undefined && text in catalogue

/** The words of a code, its `{placeholders}` filled from `values`. */
export function errorMessage(code: ErrorCode, values: ErrorValues = {}): string {
  return catalogue[code][1].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}

/** The words of a code before its `{placeholders}` are filled. */
export const errorTemplate = (code: ErrorCode) => catalogue[code][1]

/** The HTTP status of a code. */
export function errorStatus(code: ErrorCode) {
  return catalogue[code][0]
}

/** A failure that a person may see: thrown by stories, given its status and words at the door. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly values: ErrorValues

  constructor(code: ErrorCode, values: ErrorValues = {}, options?: ErrorOptions) {
    super(errorMessage(code, values), options)
    this.name = 'AppError'
    this.code = code
    this.values = values
  }

  get status() {
    return errorStatus(this.code)
  }
}
