/** Its own file: plans.ts is loaded with the first screen, which needs no schema. */
import { z } from 'zod'

export const Tier = z.enum(['free', 'pro', 'enterprise'])
export type Tier = z.infer<typeof Tier>
