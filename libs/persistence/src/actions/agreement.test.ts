import {
  ContentError,
  listRows,
  unconditional,
  type Context,
  type RecordId,
  type Row,
  type Stores,
} from '@content-service/domain'
import { AVAILABLE_ACTIONS, type RecordAction } from '@content-service/domain/internal/actions'
import type { RunOperation } from '@content-service/domain/internal/operations'
import { readKnownRecord } from '@content-service/domain/internal/records'
import { findOperation, runBulkAction } from '@content-service/domain/internal/service'
import { userRecordList } from '@content-service/domain/internal/users'
import { and } from '@content-service/authz'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  ACTING_STORES,
  fillActingWorld,
  type ActedRecord,
  type ActingWorld,
} from '../testing/acting-world.ts'

class RolledBack extends Error {}

const SELECT = { fields: ['id', AVAILABLE_ACTIONS] }

/** A soft-deleted user is in one list alone, and everywhere else the ghost stands in its place. */
const readDeleted = (context: Context): Promise<readonly Row[]> =>
  listRows(
    context,
    userRecordList,
    { filters: { deleted: true }, window: { limit: 10, offset: 0 } },
    SELECT,
  ).catch(() => [])

/** The actions that a read lists, whether or not the caller may read the record. */
const readListed = async (context: Context, { type, id, isDeleted = false }: ActedRecord) => {
  const [row] = isDeleted
    ? await readDeleted(context)
    : [await readKnownRecord(context, type, type.parseId(id) as RecordId, SELECT)]
  return (row?.[AVAILABLE_ACTIONS] ?? []) as readonly string[]
}

/** Whether the single operation does the action; nothing stays. */
const succeeds = async (context: Context, record: ActedRecord, action: RecordAction): Promise<boolean> => {
  const operation = findOperation(context.model, action.operation) as RunOperation<never, unknown>
  const input = (action.input ?? record.inputs[action.word]) as never
  const id = record.ids?.[action.word] ?? record.id
  const run = async (stores: Stores) => {
    await operation.run({ ...context, stores }, { id, input, precondition: unconditional })
    throw new RolledBack()
  }
  try {
    await context.stores.atomically(run)
    return false
  } catch (error) {
    if (error instanceof RolledBack) return true
    if (error instanceof ContentError) return false
    throw error
  }
}

describe.each(ACTING_STORES)('C12.8 the listed actions, on %s', (_, open) => {
  let world: ActingWorld
  let close: () => Promise<void>

  beforeAll(async () => {
    const opened = await open()
    close = opened.close
    world = await fillActingWorld(opened.stores)
  })
  afterAll(() => close())

  it('are those that succeed', async () => {
    const differing: string[] = []
    let listedCount = 0
    for (const [name, caller] of world.callers)
      for (const record of world.records) {
        const context = world.as(caller)
        const listed = await readListed(context, record)
        const actions = context.model.actionsOf(record.type.plural)
        for (const action of actions) {
          // A move to the present state changes nothing, and succeeds.
          if (action.word === record.present) continue
          const isListed = listed.includes(action.word)
          if (isListed) listedCount += 1
          if (isListed !== (await succeeds(context, record, action)))
            differing.push(`${name}: ${action.word} of ${record.name} is ${isListed ? '' : 'not '}listed`)
        }
      }
    expect(differing).toEqual([])
    expect(listedCount).toBeGreaterThan(100)
  })

  it('C14.4 a refusal of one record changes nothing for the others of its transaction', async () => {
    const named = (name: string) => world.records.find((record) => record.name === name) as ActedRecord
    const [used, free] = [named('a place with a concert'), named('a place without concerts')]
    const [, owner] = world.callers.find(([name]) => name === 'owner') as (typeof world.callers)[number]
    const context = world.as(owner)
    const ids = [free.id, 'no id', used.id]
    const results = await runBulkAction(context, { type: free.type, ids, action: 'delete' })
    expect(results.map(({ status }) => status)).toEqual([204, 404, 409])
    const left = await context.stores.reader.count(free.type.plural, and(), 10)
    expect(left).toBe(1)
  })
})
