import { expect, test } from 'vitest'
import { ContentError } from '../rules/errors.ts'
import { Semaphore } from './semaphore.ts'

const newGate = () => new Semaphore({ running: 2, waiting: 3, name: 'searches' })

test('C12.12 runs a limited number of pieces of work at a time, and the others in order', async () => {
  const gate = newGate()
  const begun: number[] = []
  const ends: (() => void)[] = []
  const works = [0, 1, 2, 3].map((place) =>
    gate.run('all', () => {
      begun.push(place)
      return new Promise<void>((end) => ends.push(end))
    }),
  )
  await Promise.resolve()
  expect(begun).toEqual([0, 1])
  for (let place = 0; place < 4; place += 1) {
    ends[place]?.()
    await works[place]
    await Promise.resolve()
  }
  expect(begun).toEqual([0, 1, 2, 3])
})

test('C12.12 refuses work beyond the limit of waiting work; each key has a separate line', async () => {
  const gate = newGate()
  const forever = () => new Promise<void>(() => undefined)
  for (let count = 0; count < 5; count += 1) void gate.run('one', forever)
  const refusal = await gate.run('one', forever).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(ContentError)
  expect(refusal).toMatchObject({
    code: 'UNAVAILABLE',
    message: 'Too many searches are waiting. Try again in 5 seconds.',
  })
  expect(await gate.run('two', async () => 'done')).toBe('done')
})
