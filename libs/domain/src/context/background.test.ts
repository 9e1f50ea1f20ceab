import { describe, expect, test } from 'vitest'
import { createBackgroundQueue } from './background.ts'

describe('background work', () => {
  test('runs after its caller, and waitUntilIdle also waits for the work that it starts', async () => {
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

  test('reports a failure and continues', async () => {
    const failures: unknown[] = []
    const { runInBackground: later, waitUntilIdle: finished } = createBackgroundQueue((error) =>
      failures.push(String(error)),
    )
    later(() => Promise.reject(new Error('no mail server')))
    await finished()
    expect(failures).toEqual(['Error: no mail server'])
  })
})

test.each([1_000, 3])('refuses more than %i waiting pieces of work', async (most) => {
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
