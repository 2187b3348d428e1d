import { z } from 'zod'

export const Tier = z.enum(['free', 'pro', 'enterprise'])
export type Tier = z.infer<typeof Tier>
