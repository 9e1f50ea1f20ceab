import { where } from '@content-service/authz'
import { ANYBODY } from '../../../access/access.ts'
import type { UserRole } from '../../../access/role-names.ts'
import type { Context, Stores } from '../../../context/context.ts'
import { unconditional } from '../../../context/precondition.ts'
import { createServiceAuditContext } from '../../../audit/audit-entry.ts'
import { publishScheduled } from '../../../jobs/publish-scheduled.ts'
import type { AnyRecord } from '../../../model/types/record-changes.ts'
import type { RecordType } from '../../../model/types/record-type.ts'
import type { RunOperation } from '../../../operations/run-operation.ts'
import { findOperation } from '../../../service/operations.ts'
import type { User } from '../../../users/user.ts'
import { aContext, aUser, callerOf } from '../../builders.ts'
import { nextUuid } from '../../memory/memory-tables.ts'
import { noticeModel } from '../../notice-model.ts'
import { NOON } from '../../test-audit-context.ts'

/** Sessions on the same data, with the tables of `noticeModel`. */
export interface OpenSchedules {
  readonly stores: Stores
  readonly others: Stores
  close(): Promise<void>
}

type Values = Readonly<Record<string, unknown>> & AnyRecord

/** The time at which records of the tests are due. */
export const AT = new Date(NOON.getTime() + 60_000)

/** The input of a schedule, and the values of a record without one. */
export const DUE = { publishAt: AT.toISOString() }
export const NO_TIME = { scheduledFor: null, scheduledBy: null }

const ALL = { limit: 100, offset: 0 }

/** The people and the records of the tests of a type with a schedule. */
export const createScheduleWorld = (stores: Stores, type: RecordType) => {
  const model = noticeModel
  const as = (user: User | null, more: Partial<Context> = {}): Context =>
    aContext({ stores, model, policy: model.policy, caller: user ? callerOf(user) : ANYBODY, ...more })
  /** Runs an operation of the type, such as `schedule`. */
  const run = (context: Context, verb: string, id: unknown, input: object = {}): Promise<Values> => {
    const operation = findOperation(model, `${verb}${type.name}`) as RunOperation<never, never>
    const call = { id: String(id ?? ''), input: input as never, precondition: unconditional }
    return operation.run(context, call)
  }
  const read = async (id: unknown): Promise<Values> =>
    (await stores.records<RecordType>(type).get(id as never)) as Values
  const list = async (from: string, id: unknown, [by = '', ...fields]: readonly string[]) => {
    const about = where<{ resourceId: string }>().resourceId.eq(String(id))
    const orderBy = [{ by, direction: 'ASC' }] as const
    return stores.reader.find({ from, where: about, orderBy, window: ALL, select: { fields } })
  }
  return {
    as,
    run,
    read,
    person: (role: UserRole) => {
      const name = `${role}-${nextUuid()}`.toLowerCase()
      return stores.users.add(aUser(name, role), null)
    },
    create: async (owner: User, more: object = {}) =>
      (await run(as(owner), 'create', null, { title: 'A title', content: 'A text.', ...more })).id,
    schedule: (user: User, id: unknown, at = AT) =>
      run(as(user), 'schedule', id, { publishAt: at.toISOString() }),
    /** Runs the job until nothing is due. */
    publish: async (now = AT, session = stores): Promise<unknown> => {
      const job = publishScheduled({ model, policy: model.policy })
      const own = session.withAuditContext(createServiceAuditContext(job.name, now))
      try {
        while (await job.run(own, now));
        return null
      } catch (error) {
        return error
      }
    },
    listEvents: async (id: unknown) =>
      (await list('events', id, ['position', 'type'])).map((row) => row['type']),
    listRefusals: async (id: unknown) =>
      (await list('auditEntries', id, ['id', 'action', 'resource', 'decision', 'reason'])).filter(
        ({ decision }) => decision === 'DENY',
      ),
  }
}

export type World = ReturnType<typeof createScheduleWorld>
