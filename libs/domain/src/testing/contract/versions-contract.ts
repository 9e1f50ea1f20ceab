import { and, where } from '@content-service/authz'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Context, Stores } from '../../context/context.ts'
import type { RecordId } from '../../model/fields/field.ts'
import type { RecordType } from '../../model/types/record-type.ts'
import type { RecordOf } from '../../model/types/record-values.ts'
import type { RelatedSelection } from '../../reading/reading.ts'
import { createScope } from '../../search/search-operations.ts'
import { filterListed } from '../../visibility/visible-rows.ts'
import { aContext, aUser, callerOf } from '../builders.ts'
import { fairModel, nextFairModel } from '../fair-model.ts'
import { NOON } from '../test-audit-context.ts'

/** Stores of two versions of the service on the same data: of `fairModel` and of `nextFairModel`. */
export interface OpenVersions {
  readonly earlier: Stores
  readonly later: Stores
  close(): Promise<void>
}

interface Given {
  readonly title: string | null
  readonly stage: string
  readonly hallId: string | null
  readonly otherIds: readonly string[]
}

const [Hall, Stand] = [fairModel.typeNamed('FairHall'), fairModel.typeNamed('FairStand')]
const [NextHall, NextStand] = [nextFairModel.typeNamed('FairHall'), nextFairModel.typeNamed('FairStand')]
const FIELDS = { createdAt: NOON, updatedAt: null, ref: null, version: 1 }
const PAGE = { limit: 20, offset: 0 }
const ORDER = [{ by: 'title', direction: 'ASC' }] as const

/** C15.17: how the stores of a version treat the records that only the next version knows. */
export const versionsContract = (name: string, open: () => Promise<OpenVersions>): void => {
  describe(`C15.17 records of a later version, in stores: ${name}`, () => {
    let opened: OpenVersions
    let guest: Context
    let editor: Context
    const halls: Record<string, string> = {}
    const stands: Record<string, RecordId> = {}

    const add = async (type: typeof Hall, values: object): Promise<RecordId> => {
      const { later } = opened
      const record = { id: later.records(type).nextId(), ...FIELDS, ...values } as RecordOf<RecordType>
      return (await later.records(type).add(record)).id
    }
    const addStand = async (key: string, more: Partial<Given> = {}): Promise<void> => {
      const values = { title: key, stage: 'OPEN', hallId: halls['open'], otherIds: [], ...more }
      stands[key] = await add(NextStand, values)
    }

    beforeAll(async () => {
      opened = await open()
      const stores = opened.earlier
      guest = aContext({ stores, model: fairModel, policy: fairModel.policy })
      const eve = await stores.users.add(aUser('fair-editor', 'EDITOR'), null)
      editor = aContext({ stores, model: fairModel, policy: fairModel.policy, caller: callerOf(eve) })
      for (const stage of ['OPEN', 'GONE'])
        halls[stage.toLowerCase()] = await add(NextHall, { name: stage, stage })
      const { open: known = '', gone = '' } = halls
      await addStand('known', { otherIds: [gone, known] })
      await addStand('sold', { stage: 'SOLD', otherIds: [known] })
      await addStand('untitled', { title: null })
      await addStand('elsewhere', { hallId: gone })
    })
    afterAll(() => opened.close())

    const find = async (context: Context, related: readonly RelatedSelection[] = []) =>
      context.stores.reader.find({
        from: 'fair_stands',
        where: filterListed(context, 'fair_stands'),
        orderBy: ORDER,
        window: PAGE,
        select: { fields: ['title'], related },
      })

    it('are in no list, no total and no count', async () => {
      const rows = await find(editor)
      expect(rows).toEqual([{ title: 'elsewhere' }, { title: 'known' }])
      const { reader } = opened.earlier
      expect(await reader.count('fair_stands', and(), 100)).toBe(2)
      const stage = where<{ stage: string }>().stage
      expect(await reader.countEach('fair_stands', [stage.ne('PLANNED'), stage.eq('SOLD')], 100)).toEqual([
        2, 0,
      ])
      expect(await opened.later.reader.count('fair_stands', and(), 100)).toBe(4)
    })

    it('are behind no link: neither to one record nor to many, and in no list of linking records', async () => {
      const related = [
        { as: 'hall', relation: 'hall', select: { fields: ['stage'] } },
        { as: 'others', relation: 'others', select: { fields: ['stage'] } },
      ]
      expect(await find(editor, related)).toEqual([
        { title: 'elsewhere', hall: null, others: [] },
        { title: 'known', hall: { stage: 'OPEN' }, others: [{ stage: 'OPEN' }] },
      ])
      const list = { orderBy: ORDER, window: PAGE, select: { fields: ['title'] } }
      const rows = await opened.earlier.reader.find({
        from: 'fair_halls',
        where: and(),
        orderBy: [],
        window: PAGE,
        select: {
          fields: ['stage'],
          related: [
            { as: 'stands', relation: 'stands', ...list },
            { as: 'guests', relation: 'guests', ...list },
          ],
        },
      })
      const known = [{ title: 'known' }]
      expect(rows).toEqual([{ stage: 'OPEN', stands: known, guests: known }])
    })

    it('give no right, and meet no condition, to a record that links to them', async () => {
      expect(await find(guest)).toEqual([{ title: 'known' }])
      const { reader } = opened.earlier
      const isNot = { op: 'not', condition: { op: 'eq', attribute: 'stage', value: 'CLOSED' } } as const
      const behind = { op: 'is', attribute: 'hall', condition: isNot } as const
      expect(await reader.count('fair_stands', behind, 100)).toBe(1)
      const some = {
        op: 'some',
        attribute: 'stands',
        condition: { op: 'eq', attribute: 'stage', value: 'SOLD' },
      } as const
      expect(await reader.count('fair_halls', some, 100)).toBe(0)
    })

    it('are found by no search, and counted by none', async () => {
      const { search } = opened.earlier
      const scope = createScope(editor, ['FAIR_STAND'])
      const extent = { limit: 10, offset: 0, withSnippets: false }
      expect(await search.search('sold', scope, extent)).toEqual([])
      expect(await search.count('sold', scope, 10)).toBe(0)
      expect(await search.search('elsewhere', scope, extent)).toHaveLength(1)
    })

    it('are changed and removed by nobody, and keep what the later version has stored', async () => {
      const store = opened.earlier.records(Stand)
      const refuse = () => {
        throw new Error('The store has shown a record that its version does not know.')
      }
      for (const key of ['sold', 'untitled']) {
        const id = stands[key] as RecordId
        expect([await store.get(id), await store.change(id, refuse), await store.remove(id, refuse)]).toEqual(
          [null, null, false],
        )
        expect(await opened.later.records(NextStand).get(id)).toMatchObject({ version: 1 })
      }
    })

    it('lose a link when the earlier version deletes the linked record, with its event', async () => {
      const hall = await add(NextHall, { name: 'Short', stage: 'OPEN' })
      await addStand('short', { stage: 'SOLD', hallId: hall })
      expect(await opened.earlier.records(Hall).remove(hall, () => undefined)).toBe(true)
      const id = stands['short'] as RecordId
      expect(await opened.later.records(NextStand).get(id)).toMatchObject({
        hallId: null,
        stage: 'SOLD',
        version: 2,
      })
    })
  })
}
