import { describe, expect, it } from 'vitest'
import { pointInTime } from '../rules/time.ts'
import { aWorld } from '../testing/world.ts'
import { checkIntegrity, nightlyCheck } from './check-integrity.ts'
import { describeFinding } from './integrity-report.ts'

const at = (time: string): Date => pointInTime(`2026-11-21T${time}:00.000Z`)

describe('the nightly check', () => {
  it('reports the difference and the advice', async () => {
    const { stores, tables, article, people } = await aWorld()
    const { id } = await article(people.AUTHOR)
    const published = tables.articles.get(id)
    if (published) tables.articles.set(id, { ...published, likes: 7 })
    const { findings } = await checkIntegrity(stores, at('12:00'))
    expect(findings.map(describeFinding)).toEqual([
      'likes-miscounted: 1 records show a wrong number of likes. Count the likes again: docs/faults-and-alarms.md, Integrity.',
    ])
  })

  it('runs once a night, and at once at the first start', async () => {
    const { stores } = await aWorld()
    const checkedAt = async (time: string) => {
      await nightlyCheck.run(stores, at(time))
      return (await stores.integrity.latest())?.checkedAt
    }
    expect(await checkedAt('01:00')).toEqual(at('01:00'))
    expect(await checkedAt('02:59')).toEqual(at('01:00'))
    expect(await checkedAt('03:01')).toEqual(at('03:01'))
    expect(await checkedAt('23:59')).toEqual(at('03:01'))
  })
})
