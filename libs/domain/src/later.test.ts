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
