/**
 * The source of the texts on the screens, by feature, in ICU message format: `{name}` is a value, `{n, plural, …}` a
 * choice by number, `<link>…</link>` a part that is more than text. A text is used by its key:
 * `t('crawlForm.maxPages')`. All of them are loaded with the first screen; those of screens that load later are in
 * en-later.ts.
 */
import { errorTemplates as errors } from '#shared/errors.ts'
import { detailTexts as details, skipReasonTexts as skipReasons } from '#shared/crawl/skip-reasons.ts'
import { apiScopeWords as apiScopes } from '#shared/api-scope-text.ts'
import { keepTogether } from './keep-together.ts'
import { common } from './en/common.ts'
import { crawlForm } from './en/crawl/crawl-form.ts'
import { crawlerSettings } from './en/crawl/crawler-settings.ts'
import { preview } from './en/crawl/preview.ts'
import { crawl } from './en/crawl/crawl.ts'
import { foundPages } from './en/crawl/found-pages.ts'
import { skipped } from './en/crawl/skipped.ts'
import { assistant } from './en/assistant.ts'
import { claims } from './en/claims.ts'
import { chats, conflicts } from './en/chats.ts'
import { golden } from './en/golden.ts'
import { changes } from './en/changes.ts'
import { share } from './en/share.ts'
import { signIn } from './en/sign-in.ts'
import { account } from './en/account.ts'
import { credits } from './en/credits.ts'
import { connect } from './en/connect.ts'
import { storage } from './en/storage.ts'
import { admin } from './en/admin.ts'
import { models } from './en/models.ts'
import { shortcuts } from './en/shortcuts.ts'
import { palette } from './en/palette.ts'
import { siteMap } from './en/crawl/site-map.ts'
import { topics } from './en/crawl/topics.ts'

export const en = keepTogether({
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
  conflicts,
  golden,
  share,
  signIn,
  errors,
  details,
  account,
  credits,
  connect,
  apiScopes,
  storage,
  admin,
  models,
  shortcuts,
  palette,
  siteMap,
  topics,
} as const)
