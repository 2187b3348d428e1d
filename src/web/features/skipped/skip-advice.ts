import type { SkipReason } from '#shared/crawl/crawls.ts'
import type { TextKey } from '#web/messages/text.ts'

/** What the user can do about skipped addresses, by reason. */
export const skipAdvice = {
  robots: 'skipped.robotsAdvice',
  'other-host': 'skipped.otherHostAdvice',
  'outside-path': 'skipped.outsidePathAdvice',
  'excluded-path': 'skipped.excludedPathAdvice',
  'excluded-type': 'skipped.fileAdvice',
  'beyond-depth': 'skipped.tooDeepAdvice',
  'beyond-limit': 'skipped.continueAdvice',
  duplicate: 'skipped.duplicateAdvice',
  redirect: 'skipped.redirectAdvice',
  'http-status': 'skipped.httpErrorAdvice',
  timeout: 'skipped.timeoutAdvice',
  'too-large': 'skipped.tooLargeAdvice',
  'not-a-page': 'skipped.notTextAdvice',
  empty: 'skipped.noTextAdvice',
  'private-address': 'skipped.privateAddressAdvice',
  network: 'skipped.unreachableAdvice',
  noindex: 'skipped.noindexAdvice',
  nofollow: 'skipped.nofollowAdvice',
  stopped: 'skipped.continueAdvice',
  'no-credits': 'skipped.noCreditsAdvice',
  unreadable: 'skipped.unreadableAdvice',
  'robots-unreachable': 'skipped.robotsUnreadableAdvice',
  'excluded-pattern': 'skipped.excludedByPatternAdvice',
  'not-chosen': 'skipped.notSelectedAdvice',
  'needs-browser': 'skipped.needsBrowserAdvice',
  cut: 'skipped.truncatedAdvice',
  repeats: 'skipped.repeatsAdvice',
  'few-pages': 'skipped.repeatsAdvice',
} as const satisfies Record<SkipReason, TextKey>
