import type { ClaimState, Difference } from '#shared/chat/chats.ts'
import { t } from '#web/messages/t.ts'

/** The name of a claim's state, in a sentence. */
export function stateName(state: ClaimState): string {
  if (state === 'quoted') return t('claims.quoted')
  if (state === 'paraphrased') return t('claims.paraphrased')
  return state === 'differs' ? t('claims.differs') : t('claims.notFound')
}

/** What the state means. */
export function stateTip(state: ClaimState): string {
  if (state === 'quoted') return t('claims.quotedTip')
  if (state === 'paraphrased') return t('claims.paraphrasedTip')
  return state === 'differs' ? t('claims.differsTip') : t('claims.notFoundTip')
}

/** Names the words that do not agree. */
export function differenceText({ claim, source }: Difference): string {
  if (source === '') return t('claims.differenceAdded', { claim })
  return claim === '' ? t('claims.differenceMissing', { source }) : t('claims.difference', { claim, source })
}
