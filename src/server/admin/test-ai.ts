import type { AiTest } from '#shared/settings.ts'
import type { Db } from '#server/db/database.ts'
import type { Log } from '#server/log.ts'
import type { LanguageModelSettings } from '#server/models/language-model-engine.ts'
import { tryService } from '#server/models/try-service.ts'
import { recordAction } from './record-action.ts'

type Services = { db: Db; log: Log; languageModel: () => LanguageModelSettings | undefined }

/** Asks the AI service that is set up now one real question. A failure is an answer too. */
export async function testAi(services: Services, { adminId }: { adminId: string }): Promise<AiTest> {
  const settings = services.languageModel()
  const found: AiTest = settings
    ? await tryService(settings, services.log)
    : { ok: false, words: NOT_SET_UP, host: null, model: null, ms: null, models: null }
  const { ok, model } = found
  await recordAction(services, { adminId, action: 'test_ai_connection', targetType: 'ai_service', metadata: { ok, model } })
  return found
}

const NOT_SET_UP = 'No AI service is set up: the built-in engine answers. Fill in a key, or set OPENAI_BASE_URL.'
