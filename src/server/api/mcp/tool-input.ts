/** What the tools take, described briefly: a model reads the description of every tool before each of its turns. */
import { z } from 'zod'

/** An id as the lists give it. Zod's own says its pattern, 200 signs, at every place where one is taken. */
export const Id = z.string().refine((text) => z.uuid().safeParse(text).success, 'This is no id.')
