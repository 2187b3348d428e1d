/** Keys for programs: what a key may do, and how one is shown. */
import { z } from 'zod'

/** `read` sees crawls, pages, notebooks and chats and searches them; `ask` asks and saves; `crawl` starts and stops crawls. */
export const ApiScope = z.enum(['read', 'ask', 'crawl'])
export type ApiScope = z.infer<typeof ApiScope>
