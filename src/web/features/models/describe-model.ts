import { hostOf } from '#web/ui/address-parts.ts'
import type { OfferedModel } from '#shared/models.ts'
import { t } from '#web/messages/t.ts'
import { formatBytes } from '#web/features/admin/format-units.ts'

/** "llama3.2 · 2 GB · 131,072 tokens": the name and what the service says about the model. */
export const describeModel = (model: OfferedModel) => [model.id, ...factsAbout(model)].join(' · ')

export function factsAbout({ bytes, contextTokens, price, remoteHost }: OfferedModel): string[] {
  return [
    ...(remoteHost ? [t('models.runsAt', { host: hostOf(remoteHost) })] : []),
    ...(bytes ? [formatBytes(bytes)] : []),
    ...(contextTokens ? [t('models.contextTokens', { n: contextTokens })] : []),
    ...(price ? [t('models.price', price)] : []),
  ]
}
