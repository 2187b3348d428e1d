import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CrawlOnScreen } from '#web/api/client.ts'
import { changePages, getChat } from '#web/api/client.ts'
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
      const chat = await getChat(chatId)
      const ofCrawl = idsOf(crawl.pages)
      // Replaces this crawl's pages by the selection; other pages of the chat stay selected.
      const kept = idsOf(chat.selected_pages).filter((id) => !ofCrawl.includes(id))
      await changePages(chatId, {
        crawled_pages: [...new Set([...idsOf(chat.crawled_pages), ...ofCrawl])],
        selected_pages: [...kept, ...pageIds],
      })
      await queryClient.invalidateQueries({ queryKey: chatQuery(chatId).queryKey })
      return done
    },
  })
}

const idsOf = (pages: { id: string }[]) => pages.map((page) => page.id)
