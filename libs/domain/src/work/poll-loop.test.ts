import { describe, expect, it } from 'vitest'
import { startPollLoop } from './poll-loop.ts'

const HOUR = 3_600_000

describe('C11.1 turns', () => {
  it('follow each other while there is work, and then after a wake-up', async () => {
    let turns = 0
    const running = startPollLoop(
      async () => {
        turns += 1
        return turns < 5
      },
      { idleMs: HOUR, report: () => undefined },
    )
    await expect.poll(() => turns).toBe(5)
    running.wake()
    await expect.poll(() => turns).toBe(6)
    await running.stop()
    expect(turns).toBe(6)
  })

  it('continue after a failure, which is reported', async () => {
    const failures: unknown[] = []
    let turns = 0
    const turn = async (): Promise<boolean> => {
      turns += 1
      if (turns === 1) throw new Error('the first time')
      return false
    }
    const running = startPollLoop(turn, { idleMs: 1, report: (error) => failures.push(error) })
    await expect.poll(() => turns).toBeGreaterThan(1)
    await running.stop()
    expect(failures).toEqual([new Error('the first time')])
  })

  it('a wake-up during a turn starts another turn', async () => {
    let turns = 0
    let finish = (): void => undefined
    const turn = async (): Promise<boolean> => {
      turns += 1
      if (turns === 1) await new Promise<void>((resolve) => (finish = resolve))
      return false
    }
    const running = startPollLoop(turn, { idleMs: HOUR, report: () => undefined })
    running.wake()
    finish()
    await expect.poll(() => turns).toBe(2)
    await running.stop()
  })
})
