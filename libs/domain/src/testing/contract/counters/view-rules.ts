import { beforeAll, describe, expect, test } from 'vitest'
import { VIEWS } from '../../../model/counters/counters.ts'
import type { RecordId } from '../../../model/fields/field.ts'
import { findState } from '../../../model/states/record-state.ts'
import { hidesTrash } from '../../../model/trash/trash.ts'
import type { RecordType } from '../../../model/types/record-type.ts'
import type { User } from '../../../users/user.ts'
import { createCounterWorld, type OpenCounters, type World } from './counter-world.ts'

const NOWHERE = '00000000-0000-7000-8000-ffffffffffff' as RecordId
const MOST = 2_147_483_647

/** C4.6, C17.5: which reads count as a view, and how views are written. */
export const viewRules = (open: () => OpenCounters, type: RecordType): void => {
  let world: World
  let author: User
  const published = findState(type)?.field.published ?? null
  beforeAll(async () => {
    world = createCounterWorld(open(), type)
    author = await world.person('AUTHOR')
  })
  const create = async (): Promise<RecordId> => {
    const id = await world.create(author)
    if (published !== null) await world.move(id, published)
    return id
  }

  describe('C4.6 a view', () => {
    test('is a read by id, by anybody but the owner', async () => {
      const id = await create()
      const model = expect.objectContaining({ name: type.name })
      expect(await world.view(null, id)).toEqual([[id, model]])
      expect(await world.view(await world.person('EDITOR'), id)).toEqual([[id, model]])
      expect(await world.view(author, id)).toEqual(type.ownerAttribute === null ? [[id, model]] : [])
      for (const nothing of [NOWHERE, 'x', '\0']) expect(await world.view(null, nothing)).toEqual([])
    })

    test.runIf(published !== null)('is one of the published state alone', async () => {
      const [id, draft] = [await create(), await world.create(author)]
      const editor = await world.person('EDITOR')
      expect(await world.view(editor, draft)).toEqual([])
      expect(await world.view(null, draft)).toEqual([])
      await world.move(id, 'ARCHIVED')
      expect(await world.view(editor, id)).toEqual([])
    })

    test.runIf(hidesTrash(type))('is none of a record in the trash', async () => {
      const id = await create()
      await world.runForType(type, 'delete', { id })
      const admin = await world.person('ADMIN')
      expect(await world.show(admin, id, ['title'])).not.toBeNull()
      expect(await world.view(admin, id)).toEqual([])
    })

    test('adds to several records at once, and changes nothing else', async () => {
      const [one, two] = [await create(), await create()]
      const [before, events] = [await world.read(one), await world.listEvents(one)]
      const store = open().stores.records(type)
      await store.addViews(
        new Map([
          [one, 2],
          [two, 3],
          [NOWHERE, 1],
        ]),
      )
      await store.addViews(new Map([[one, 1]]))
      expect(await world.read(one)).toEqual({ ...before, views: 3 })
      expect((await world.read(two))[VIEWS]).toBe(3)
      expect(await world.listEvents(one)).toEqual(events)
    })

    test('is not lost when two processes write the same records at once', async () => {
      const ids = await Promise.all([create(), create(), create(), create()])
      const write = (stores: OpenCounters['stores'], given: readonly RecordId[]) =>
        stores.records(type).addViews(new Map(given.map((id) => [id, 1])))
      const rounds = Array.from({ length: 10 }, () => [
        write(open().stores, ids),
        write(open().others, ids.toReversed()),
      ])
      await Promise.all(rounds.flat())
      for (const id of ids) expect((await world.read(id))[VIEWS]).toBe(20)
    })

    test('leaves the largest number as it is', async () => {
      const id = await create()
      const store = open().stores.records(type)
      await store.addViews(new Map([[id, MOST]]))
      await store.addViews(new Map([[id, 5]]))
      expect((await world.read(id))[VIEWS]).toBe(MOST)
    })

    test('is in filters and orders', async () => {
      const [none, one, two] = [await create(), await create(), await create()]
      const counts = new Map([
        [one, 1],
        [two, 2],
      ])
      await open().stores.records(type).addViews(counts)
      const where = { id: { in: [none, one, two] }, views: { gte: 1 } }
      const found = await world.list(null, { where, orderBy: [{ field: VIEWS, direction: 'DESC' }] })
      expect(found.map(({ id }) => id)).toEqual([two, one])
    })
  })
}
