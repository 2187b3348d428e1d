/** What to look for in the passages when a question leans on the ones before it. */
export { searchQuery } from '#server/text/search-query.ts'
