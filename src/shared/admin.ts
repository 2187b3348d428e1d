/** The words both sides speak about administering. */
import { z } from 'zod'

/** GET /api/admin/overview: the counts of SPEC section 7. */
export const AdminOverview = z.object({
  users: z.number().int(),
  chats: z.number().int(),
  notebooks: z.number().int(),
  /** People who did something while signed in within the last 24 hours. */
  dailyActiveUsers: z.number().int(),
})
export type AdminOverview = z.infer<typeof AdminOverview>
