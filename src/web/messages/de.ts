/** The German texts. What is missing here is shown in English; `npm run check` lists it. */
import type { Translation } from './text.ts'
import { keepTogether } from './keep-together.ts'
import { common } from './de/common.ts'
import { crawlForm } from './de/crawl/crawl-form.ts'
import { crawlerSettings } from './de/crawl/crawler-settings.ts'
import { preview } from './de/crawl/preview.ts'
import { crawl } from './de/crawl/crawl.ts'
import { foundPages } from './de/crawl/found-pages.ts'
import { skipped } from './de/crawl/skipped.ts'
import { assistant } from './de/assistant.ts'
import { claims } from './de/claims.ts'
import { chats, conflicts } from './de/chats.ts'
import { audit, gaps } from './de/gaps.ts'
import { golden } from './de/golden.ts'
import { changes, reports } from './de/changes.ts'
import { apiScopes, details, skipReasons } from './de/shared.ts'
import { publishing } from './de/publishing.ts'
import { share } from './de/share.ts'
import { signIn } from './de/sign-in.ts'
import { errors } from './de/errors.ts'
import { account } from './de/account.ts'
import { credits } from './de/credits.ts'
import { authorize, connect } from './de/connect.ts'
import { storage } from './de/storage.ts'
import { admin } from './de/admin.ts'
import { models } from './de/models.ts'
import { shortcuts } from './de/shortcuts.ts'
import { palette } from './de/palette.ts'
import { siteMap } from './de/crawl/site-map.ts'
import { topics } from './de/crawl/topics.ts'

export default keepTogether({
  common,
  crawlForm,
  crawlerSettings,
  preview,
  crawl,
  foundPages,
  skipped,
  skipReasons,
  assistant,
  claims,
  chats,
  changes,
  reports,
  conflicts,
  gaps,
  golden,
  audit,
  publishing,
  share,
  signIn,
  errors,
  details,
  account,
  credits,
  connect,
  authorize,
  apiScopes,
  storage,
  admin,
  models,
  shortcuts,
  palette,
  siteMap,
  topics,
} satisfies Translation)
