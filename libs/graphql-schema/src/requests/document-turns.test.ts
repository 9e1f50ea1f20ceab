import { expect, it } from 'vitest'
import { DocumentTurns } from './document-turns.ts'

const block = (milliseconds: number): void => {
  const ends = performance.now() + milliseconds
  while (performance.now() < ends);
}

it('C5.8 new documents come one in each turn of the event loop', async () => {
  const turns = new DocumentTurns()
  let turn = 0
  const count = (): void => {
    turn += 1
    if (turn < 10) setImmediate(count)
  }
  setImmediate(count)
  const seen = await Promise.all([1, 2, 3].map(() => turns.next().then(() => turn)))
  expect(new Set(seen).size).toBe(3)
})

it('C5.8 long work on new documents leaves others as much time as it takes', async () => {
  const turns = new DocumentTurns()
  const begins: number[] = []
  const work = async (): Promise<void> => {
    await turns.next()
    begins.push(performance.now())
    block(30)
  }
  await Promise.all([work(), work()])
  const [first, second] = begins as [number, number]
  expect(second - first).toBeGreaterThanOrEqual(59)
})
