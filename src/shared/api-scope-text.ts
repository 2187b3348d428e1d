/** What each scope of an API key allows. Without zod, because every screen loads its texts. */
export const apiScopeWords = {
  read: 'View and search crawls, pages, notebooks and chats',
  ask: 'Ask questions and save chats',
  crawl: 'Start and stop crawls (uses credits)',
} as const
