import type { FirstSteps } from '#shared/models.ts'
import { currentLocale } from '#web/messages/language.ts'
import { t } from '#web/messages/t.ts'

/** "Ollama with 3 models and LM Studio with 1 model" */
export const describeServers = (servers: FirstSteps['servers']) =>
  new Intl.ListFormat(currentLocale()).format(
    servers.map(({ name, models: n }) => t('models.foundServer', { name, n })),
  )
