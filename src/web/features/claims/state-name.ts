import type { Citation, ClaimState, Difference } from '#shared/chat/chats.ts'
import { day } from '#web/messages/numbers-and-dates.ts'
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

/** Says that the last check no longer found the page or the sentence of a citation on the site; '' if it did. */
export function goneText({ gone, goneSince }: Pick<Citation, 'gone' | 'goneSince'>): string {
  if (!gone) return ''
  const text = gone === 'page' ? t('assistant.pageGone') : t('assistant.citedSentenceGone')
  const since = goneSince && day(goneSince, { dateStyle: 'medium' })
  return since ? `${text} ${t('assistant.noticedOn', { day: since })}` : text
}

/** Names the words that do not agree. */
export function differenceText({ claim, source }: Difference): string {
  if (source === '') return t('claims.differenceAdded', { claim })
  return claim === '' ? t('claims.differenceMissing', { source }) : t('claims.difference', { claim, source })
}
