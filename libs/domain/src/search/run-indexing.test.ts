import { describe, expect, it, onTestFinished } from 'vitest'
import { builtInModel, contentPolicy } from '../service/content-types.ts'
import { NOON, memoryStores } from '../testing/index.ts'
import { runIndexing } from './run-indexing.ts'
import type { IndexOutcome } from './search-store.ts'

const SOON = { timeout: 900, interval: 20 }

describe('C1.2 the search index', () => {
  /** Runs indexing whose batches have these outcomes, and then no more work. */
  const run = (outcomes: readonly (IndexOutcome | Error)[]) => {
    const [left, reported] = [[...outcomes], [] as unknown[]]
    const counted = { batches: 0, reported, wake: (): void => undefined }
    const stores = memoryStores()
    const index = async (): Promise<IndexOutcome> => {
      counted.batches += 1
      const outcome = left.shift() ?? 'done'
      if (outcome instanceof Error) throw outcome
      return outcome
    }
    const search = Object.assign(stores.search, { index })
    const running = runIndexing({
      stores: () => ({ ...stores, search }),
      now: () => NOON,
      policy: contentPolicy,
      model: builtInModel,
      afterWrites: (wake) => (counted.wake = wake),
      report: (error) => reported.push(error),
    })
    onTestFinished(() => running.stop())
    return counted
  }

  it('has all records of a full batch and the next batches, at the start', async () => {
    const counted = run(['more', 'more'])
    await expect.poll(() => counted.batches, SOON).toBe(3)
  })

  it('has each write of the process within a second, and writes at the same time in one batch', async () => {
    const counted = run([])
    await expect.poll(() => counted.batches, SOON).toBe(1)
    counted.wake()
    counted.wake()
    await expect.poll(() => counted.batches, SOON).toBe(2)
    counted.wake()
    await expect.poll(() => counted.batches, SOON).toBe(3)
  })

  it('goes on after another process was busy, and after an error, which is reported', async () => {
    const beside = run(['busy'])
    await expect.poll(() => beside.batches, SOON).toBe(2)
    const counted = run([new Error('away')])
    await expect.poll(() => counted.batches, SOON).toBe(1)
    counted.wake()
    await expect.poll(() => counted.batches, SOON).toBe(2)
    expect(counted.reported).toEqual([new Error('away')])
  })
})
