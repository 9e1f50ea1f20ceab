import { where } from '@content-service/authz'
import { ANYBODY } from '../../../access/access.ts'
import type { UserRole } from '../../../access/role-names.ts'
import type { Context, Stores } from '../../../context/context.ts'
import { unconditional } from '../../../context/precondition.ts'
import type { RecordId } from '../../../model/fields/field.ts'
import type { AnyRecord } from '../../../model/types/record-changes.ts'
import type { RecordType } from '../../../model/types/record-type.ts'
import {
  listRows,
  readRow,
  type ListOperation,
  type ReadOperation,
} from '../../../operations/read-operations.ts'
import type { RunOperation } from '../../../operations/run-operation.ts'
import type { ListInput, Row } from '../../../reading/reading.ts'
import { findOperation } from '../../../service/operations.ts'
import type { User } from '../../../users/user.ts'
import { aContext, aUser, callerOf } from '../../builders.ts'
import { nextUuid } from '../../memory/memory-tables.ts'
import { songModel } from '../../song-model.ts'
import { describeOutcome } from '../../world.ts'

/** Sessions on the same data, with the tables of `songModel`. */
export interface OpenCounters {
  readonly stores: Stores
  readonly others: Stores
  close(): Promise<void>
}

type Values = Readonly<Record<string, unknown>> & AnyRecord

const ALL = { limit: 100, offset: 0 }

/** The people and the records of the tests of a type with likes and views. */
export const createCounterWorld = ({ stores, others }: OpenCounters, type: RecordType) => {
  const model = songModel
  const as = (user: User | null, more: Partial<Context> = {}): Context =>
    aContext({ stores, model, policy: model.policy, caller: user ? callerOf(user) : ANYBODY, ...more })
  const runForType = async (
    of: RecordType,
    context: Context,
    verb: string,
    given: object,
  ): Promise<Values> => {
    const operation = findOperation(model, `${verb}${of.name}`) as RunOperation<never, never>
    return operation.run(context, { id: '', input: {} as never, precondition: unconditional, ...given })
  }
  const run = (context: Context, verb: string, id: unknown, input: object = {}) =>
    runForType(type, context, verb, { id: String(id ?? ''), input })
  const read = async (id: unknown): Promise<Values> =>
    (await stores.records<RecordType>(type).get(id as RecordId)) as Values
  const person = (role: UserRole) =>
    stores.users.add(aUser(`${role}-${nextUuid()}`.toLowerCase(), role), null)
  const admin = person('ADMIN')
  return {
    as,
    run,
    runForType: async (of: RecordType, verb: string, given: object) =>
      runForType(of, as(await admin), verb, given),
    read,
    person,
    /** The outcome of an operation. */
    ask: (user: User | null, verb: string, id: unknown, by: Stores = stores) =>
      describeOutcome(() => run(as(user, { stores: by }), verb, id)),
    others,
    /** A record in the state that readers see, if its type has states. */
    create: async (owner: User, more: object = {}): Promise<RecordId> => {
      const creator = type.ownerAttribute === null ? await admin : owner
      const text = type.fields['content'] ? { content: 'A text.' } : {}
      const { id } = await run(as(creator), 'create', null, { title: 'A title', ...text, ...more })
      return id
    },
    move: async (id: unknown, status: string) => run(as(await admin), 'update', id, { status }),
    /** Reads a record by its id, and returns the counted views. */
    view: async (user: User | null, id: unknown): Promise<readonly unknown[]> => {
      const views: unknown[] = []
      const context = as(user, { viewed: (...view) => void views.push(view) })
      const operation = findOperation(model, type.word) as ReadOperation
      await readRow(context, operation, String(id), { fields: ['title'] })
      return views
    },
    /** Reads fields of a record with the rights of a person. */
    show: (user: User | null, id: unknown, fields: readonly string[]): Promise<Row | null> =>
      readRow(as(user), findOperation(model, type.word) as ReadOperation, String(id), { fields }),
    list: async (user: User | null, filters: ListInput): Promise<readonly Row[]> =>
      listRows(
        as(user),
        findOperation(model, type.names.list) as ListOperation<ListInput>,
        { filters, window: ALL },
        { fields: ['id'] },
      ),
    listEvents: async (id: unknown) => {
      const about = where<{ resourceId: string }>().resourceId.eq(String(id))
      const orderBy = [{ by: 'position', direction: 'ASC' }] as const
      const select = { fields: ['type'] }
      return stores.reader.find({ from: 'events', where: about, orderBy, window: ALL, select })
    },
  }
}

export type World = ReturnType<typeof createCounterWorld>
