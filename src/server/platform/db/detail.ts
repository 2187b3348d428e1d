/** The columns `detail` and `detail_message`: an English text, and its code and values if it is one of ours. */
import { type Detail, type Message, messageText } from '#shared/errors.ts'

type Columns = { detail: string; detailMessage: Message | null }

export const NO_DETAIL: Columns = { detail: '', detailMessage: null }

export const detailColumns = (detail: Detail): Columns => ({
  detail: messageText(detail),
  detailMessage: typeof detail === 'string' ? null : detail,
})

/** A detail in the API. */
export function presentDetail({ detail, detailMessage }: Columns) {
  if (!detailMessage) return { detail }
  const { code, values } = detailMessage
  return { detail, detailCode: code, ...(values && { values }) }
}
