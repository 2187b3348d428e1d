import { expect, it } from 'vitest'
import { findUncited } from './find-uncited.ts'

it('finds a quotation in its page whatever parts of it are bold or in italics [find-uncited-1]', async () => {
  const page = 'Tea is made of leaves. It is poured slowly. It is drunk warm.'
  const text = '**Tea** [1]\n\n> *Tea is made of leaves.* **It is poured slowly.** It is drunk warm.'
  expect(await findUncited({ text, isCut: false }, [async () => [page]])).toEqual([])
  expect(await findUncited({ text, isCut: false }, [async () => ['Coffee is ground.']])).not.toEqual([])
})
