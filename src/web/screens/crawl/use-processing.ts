import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CrawlOnScreen } from '#web/api/client.ts'
import { changePages } from '#web/api/client.ts'
import { chatQuery } from '#web/queries/chats.ts'
import { useProcessPages } from '#web/queries/pages.ts'

/** Processes the selected pages and, when adding to a saved chat, selects them there. */
export function useProcessing(crawl: CrawlOnScreen | undefined, chatId: string | undefined) {
  const queryClient = useQueryClient()
  const processPages = useProcessPages(crawl?.id ?? '')
  return useMutation({
    async mutationFn(pageIds: string[]) {
      const done = await processPages.mutateAsync(pageIds)
      if (!chatId || !crawl) return done
      await changePages(chatId, {
        crawled_pages: crawl.pages.map(({ id }) => id),
        selected_pages: pageIds,
        // Of other crawls, and those that this crawl has added since.
        keep_others: true,
      })
      await queryClient.invalidateQueries({ queryKey: chatQuery(chatId).queryKey })
      return done
    },
  })
}
