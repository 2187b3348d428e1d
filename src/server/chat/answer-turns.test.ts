import { expect, it } from 'vitest'
import { countPlaces } from '#server/db/places.ts'
import { createAnswerTurns } from './answer-turns.ts'

const two = { answersAtOnce: 2, questionsWaiting: 2 }

/** Takes a turn and keeps in `begun` that it came. */
function ask(turns: ReturnType<typeof createAnswerTurns>, begun: string[], userId: string, name: string) {
  return turns.take(userId, two).then((end) => {
    begun.push(name)
    return end
  })
}

it('writes so many answers of a person at once, lets some wait in order, and refuses what is beyond', async () => {
  const turns = createAnswerTurns(countPlaces(), 10)
  const begun: string[] = []
  const [first] = await Promise.all([ask(turns, begun, 'ada', '1'), ask(turns, begun, 'ada', '2')])
  const third = ask(turns, begun, 'ada', '3')
  void ask(turns, begun, 'ada', '4')
  expect(() => turns.take('ada', two)).toThrow('You have 4 questions waiting for their answers.')
  expect({ begun, count: turns.count() }).toEqual({ begun: ['1', '2'], count: { running: 2, waiting: 2 } })
  first?.()
  first?.()
  await third
  expect({ begun, count: turns.count() }).toEqual({ begun: ['1', '2', '3'], count: { running: 2, waiting: 1 } })
})

it('lets another person pass whose own answers are not in the way', async () => {
  const turns = createAnswerTurns(countPlaces(), 3)
  const begun: string[] = []
  await Promise.all([ask(turns, begun, 'ada', 'a1'), ask(turns, begun, 'ada', 'a2')])
  const endBo = await ask(turns, begun, 'bo', 'b1')
  void ask(turns, begun, 'ada', 'a3')
  const bo = ask(turns, begun, 'bo', 'b2')
  endBo()
  await bo
  expect(begun).toEqual(['a1', 'a2', 'b1', 'b2'])
})

it('refuses everybody for a while when the whole line is full', async () => {
  const turns = createAnswerTurns(countPlaces(), 1)
  await turns.take('ada', two)
  for (const name of ['bo', 'cy', 'di', 'ed', 'flo']) void turns.take(name, two)
  expect(() => turns.take('gil', two)).toThrow('This server is answering as many questions as it can.')
})
