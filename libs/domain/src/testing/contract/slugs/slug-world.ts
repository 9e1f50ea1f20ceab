import { ANYBODY } from '../../../access/access.ts'
import type { UserRole } from '../../../access/role-names.ts'
import type { Context, Stores } from '../../../context/context.ts'
import { unconditional } from '../../../context/precondition.ts'
import type { RecordId } from '../../../model/fields/field.ts'
import { nameRestoration, nameRevisions } from '../../../model/revisions/revision-type.ts'
import type { AnyRecord } from '../../../model/types/record-changes.ts'
import type { RecordType } from '../../../model/types/record-type.ts'
import type { RunOperation } from '../../../operations/run-operation.ts'
import { readBySlug } from '../../../records/unique-reading.ts'
import { ContentError } from '../../../rules/errors.ts'
import { findOperation } from '../../../service/operations.ts'
import type { User } from '../../../users/user.ts'
import { aContext, aUser, callerOf } from '../../builders.ts'
import { nextUuid } from '../../memory/memory-tables.ts'
import { pamphletModel } from '../../pamphlet-model.ts'

/** Sessions on the same data, with the tables of `pamphletModel`. */
export interface OpenSlugs {
  readonly stores: Stores
  readonly others: Stores
  close(): Promise<void>
}

type Values = Readonly<Record<string, unknown>> & AnyRecord

/** The people and the records of the tests of a type with slugs. */
export const createSlugWorld = ({ stores }: OpenSlugs, type: RecordType) => {
  const model = pamphletModel
  const person = (role: UserRole) =>
    stores.users.add(aUser(`${role}-${nextUuid()}`.toLowerCase(), role), null)
  const admin = person('ADMIN')
  let minutes = 0
  const as = (user: User | null): Context => {
    minutes += 1
    const now = new Date(Date.UTC(2030, 0, 1, 0, minutes))
    const caller = user ? callerOf(user) : ANYBODY
    return aContext({ stores, model, policy: model.policy, caller, now: () => now })
  }
  const runAs = async (user: User, verb: string, id: unknown, input: object): Promise<Values> => {
    const operation = findOperation(model, `${verb}${type.name}`) as RunOperation<never, never>
    const given = { id: String(id ?? ''), input: input as never, precondition: unconditional }
    return operation.run(as(user), given)
  }
  const run = async (verb: string, id: unknown, input: object = {}) => runAs(await admin, verb, id, input)
  /** Restores the only revision of a record. */
  const restore = async (id: unknown): Promise<void> => {
    const [revision] = await stores.reader.find({
      from: nameRevisions(type),
      where: { op: 'eq', attribute: 'recordId', value: String(id) },
      orderBy: [],
      window: { limit: 1, offset: 0 },
      select: { fields: ['id'] },
    })
    const operation = findOperation(model, nameRestoration(type)) as RunOperation<never, never>
    const given = { id: String(revision?.['id']), input: {} as never, precondition: unconditional }
    await operation.run(as(await admin), given)
  }
  const text = type.fields['content'] ? { content: 'A text.' } : {}
  return {
    stores,
    person,
    run,
    runAs,
    restore,
    create: async (title: unknown, more: object = {}): Promise<Values> => {
      const owner = type.custom ? { authorId: (await admin).id } : {}
      return run('create', null, { title, ...text, ...owner, ...more })
    },
    read: async (id: unknown): Promise<Values> =>
      (await stores.records<RecordType>(type).get(id as RecordId)) as Values,
    find: async (slug: string, user: User | null = null) => (await readBySlug(as(user), type, slug))?.id,
    /** The code and the message of a refusal. */
    refusal: async (work: () => Promise<unknown>): Promise<readonly string[]> => {
      try {
        await work()
        return []
      } catch (error) {
        if (!(error instanceof ContentError)) throw error
        return [error.code, error.message]
      }
    },
    listSlugs: async (id: unknown) =>
      stores.reader.find({
        from: 'recordSlugs',
        where: { op: 'eq', attribute: 'recordId', value: String(id) },
        orderBy: [{ by: 'slug', direction: 'ASC' }],
        window: { limit: 100, offset: 0 },
        select: { fields: ['slug'] },
      }),
  }
}

export type World = ReturnType<typeof createSlugWorld>
