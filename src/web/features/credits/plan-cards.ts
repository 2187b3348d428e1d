import { plans } from '#shared/plans.ts'
import type { Tier } from '#shared/plans.ts'

type PlanCard = { tier: Tier; name: string; price: string; features: string[] }

/** The words of the upgrade modal (SPEC section 9); what is enforced stands in `plans`. */
export const planCards: PlanCard[] = [
  {
    tier: 'free',
    name: 'Free',
    price: '$0',
    features: [
      `${plans.free.credits} credits`,
      `Up to ${plans.free.maxPagesPerCrawl} pages per crawl`,
      `Max depth ${plans.free.maxDepth}`,
    ],
  },
  {
    tier: 'pro',
    name: 'Pro',
    price: '$29 per month',
    features: [
      '300 credits per day',
      'Up to 100 pages per crawl',
      'Max depth 10',
      'Priority support',
      'API access',
      'Custom crawler settings',
    ],
  },
  {
    tier: 'enterprise',
    name: 'Enterprise',
    price: 'Custom price',
    features: [
      'Unlimited credits',
      'Unlimited pages per crawl',
      'Unlimited depth',
      'Dedicated support',
      'Custom integrations',
      'SLA',
    ],
  },
]
