import { describe, expect, test } from 'vitest'
import { createBackgroundQueue } from './background.ts'

describe('what is left for later', () => {
  test('runs after the one who leaves it, and is waited for at the end, with what it begins', async () => {
    const order: string[] = []
    const { runInBackground: later, waitUntilIdle: finished } = createBackgroundQueue(() =>
      expect.unreachable(),
    )
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
    const { runInBackground: later, waitUntilIdle: finished } = createBackgroundQueue((error) =>
      failures.push(String(error)),
    )
    later(() => Promise.reject(new Error('no mail server')))
    await finished()
    expect(failures).toEqual(['Error: no mail server'])
  })
})

test.each([1_000, 3])('refuses more work than may wait: %i', async (most) => {
  const queue = createBackgroundQueue(() => undefined, most)
  let end = (): void => undefined
  const waiting = new Promise<void>((resolve) => (end = resolve))
  for (let count = 0; count < most; count += 1) queue.runInBackground(() => waiting)
  expect(() => queue.runInBackground(() => waiting)).toThrow(
    'Too much work is waiting. Try again in 5 seconds.',
  )
  end()
  await queue.waitUntilIdle()
  queue.runInBackground(() => waiting)
})
