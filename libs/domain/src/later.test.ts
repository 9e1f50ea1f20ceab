import { describe, expect, test } from 'vitest'
import { laterQueue } from './later.ts'

describe('what is left for later', () => {
  test('runs after the one who leaves it, and is waited for at the end, with what it begins', async () => {
    const order: string[] = []
    const { later, finished } = laterQueue(() => expect.unreachable())
    later(async () => {
      order.push('work')
      later(async () => void order.push('more'))
    })
    order.push('answer')
    await finished()
    expect(order).toEqual(['answer', 'work', 'more'])
  })

  test('tells of what fails, and goes on', async () => {
    const failures: unknown[] = []
    const { later, finished } = laterQueue((error) => failures.push(String(error)))
    later(() => Promise.reject(new Error('no mail server')))
    await finished()
    expect(failures).toEqual(['Error: no mail server'])
  })
})

test.each([1_000, 3])('refuses more work than may wait: %i', async (most) => {
  const queue = laterQueue(() => undefined, most)
  let end = (): void => undefined
  const waiting = new Promise<void>((resolve) => (end = resolve))
  for (let count = 0; count < most; count += 1) queue.later(() => waiting)
  expect(() => queue.later(() => waiting)).toThrow('Too much work is waiting. Try again in 5 seconds.')
  end()
  await queue.finished()
  queue.later(() => waiting)
})
