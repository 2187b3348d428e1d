import { errorBody } from '#shared/errors.ts'
import type { AiTest } from '#shared/settings.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Log } from '#server/platform/log.ts'
import type { LanguageModelSettings } from '#server/engines/language-model/language-model-engine.ts'
import { testModelConnection } from '#server/engines/language-model/test-model-connection.ts'
import { recordAction } from './record-action.ts'

type Services = { db: Db; log: Log; languageModel: () => LanguageModelSettings | undefined }

/** Sends one real question to the configured AI service. A failure is a result, not an error. */
export async function testAi(services: Services, { adminId }: { adminId: string }): Promise<AiTest> {
  const settings = services.languageModel()
  const result: AiTest = settings
    ? await testModelConnection(settings, services.log)
    : {
        ok: false,
        words: NOT_SET_UP.message,
        error: NOT_SET_UP,
        host: null,
        requested_model: null,
        model: null,
        ms: null,
        models: null,
      }
  const { ok, model } = result
  await recordAction(services, {
    adminId,
    action: 'test_ai_connection',
    targetType: 'ai_service',
    metadata: { ok, model },
  })
  return result
}

const NOT_SET_UP = errorBody({ code: 'settings.ai-not-set-up' })
