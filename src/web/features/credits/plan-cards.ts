import { plans } from '#shared/plans.ts'
import type { Tier } from '#shared/tier.ts'
import { t } from '#web/messages/t.ts'

type PlanCard = { tier: Tier; name: string; price: string; features: string[] }

/** Texts of the upgrade modal (specification, section 9). The enforced limits are in `plans`. */
export const planCards = (): PlanCard[] => [
  {
    tier: 'free',
    name: t('credits.planFree'),
    price: t('credits.priceFree'),
    features: [
      t('credits.creditCount', { n: plans.free.credits }),
      t('credits.pagesPerCrawl', { n: plans.free.maxPagesPerCrawl }),
      t('credits.maxDepth', { n: plans.free.maxDepth }),
    ],
  },
  {
    tier: 'pro',
    name: t('credits.planPro'),
    price: t('credits.pricePro'),
    features: [
      t('credits.creditsPerDayPro'),
      t('credits.pagesPerCrawlPro'),
      t('credits.maxDepthPro'),
      t('credits.prioritySupport'),
      t('credits.apiAccess'),
      t('crawlerSettings.title'),
    ],
  },
  {
    tier: 'enterprise',
    name: t('credits.planEnterprise'),
    price: t('credits.customPrice'),
    features: [
      t('credits.unlimitedCredits'),
      t('credits.unlimitedPages'),
      t('credits.unlimitedDepth'),
      t('credits.dedicatedSupport'),
      t('credits.customIntegrations'),
      t('credits.sla'),
    ],
  },
]
