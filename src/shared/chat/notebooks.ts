import { z } from 'zod'
import { ChatList, Title } from './chats.ts'

/** A group of saved chats. */
export const Notebook = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  /** Created with the account; cannot be deleted. */
  is_default: z.boolean(),
  created_at: z.string(),
})
export type Notebook = z.infer<typeof Notebook>

/** GET /api/notebooks/{id} */
export const NotebookDetails = Notebook.extend(ChatList.shape).extend({
  /** By host, the ending that nearly all titles of its pages share, such as " | Acme Docs"; '' for a host without one. */
  site_suffixes: z.record(z.string(), z.string()),
})

/** POST /api/notebooks */
export const CreateNotebook = z.object({ title: Title, description: z.string().trim().max(1000).default('') })
export type CreateNotebook = z.infer<typeof CreateNotebook>

/** PATCH /api/notebooks/{id} */
export const RenameNotebook = z.object({ title: Title })
export type RenameNotebook = z.infer<typeof RenameNotebook>

/** `llms`: a list of the pages as in llms.txt. `llms-full`: their texts in one Markdown file. `jsonl`: one page a line. */
export const MirrorFormat = z.enum(['llms', 'llms-full', 'jsonl'])
export type MirrorFormat = z.infer<typeof MirrorFormat>
