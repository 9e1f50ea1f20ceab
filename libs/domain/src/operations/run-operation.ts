import type { Rules } from '../rules/accept.ts'
import type { Permission } from '../access/content-policy.ts'
import type { Context } from '../context/context.ts'
import type { Precondition } from '../context/precondition.ts'
import type { Row, Selection } from '../reading/reading.ts'
import type { ShownRecord } from '../access/access.ts'
import type { Operation } from '../model/operation.ts'
import type { Access, ListOperation, ReadOperation } from './read-operations.ts'

/** One call of an operation by an interface. */
export interface Call<Input> {
  /** The text of the id; empty if the operation is about no record. */
  readonly id: string
  readonly input: Input
  /** Checked after the caller's permission and before the input. */
  readonly precondition: Precondition<object>
}

/** The written record in the response of an operation. */
export interface Showing {
  /**
   * The permission on the record that the response needs; without the permission, the response has no content (C12.16).
   */
  readonly permission: Permission
  /** The member of the result that contains the record; absent if the result is the record. */
  readonly member?: string
  /** The rights to read the record, if another record has them. */
  readonly createShown?: (context: Context, record: never) => Promise<ShownRecord>
  readonly readWritten?: (context: Context, record: never, select: Selection) => Promise<Row | null>
}

/** An operation that runs a function. */
export interface RunOperation<Input, Result> extends Operation {
  readonly kind: 'run'
  readonly access: Access
  /** C14.3: a caller without a credential can have the permission of `access`. */
  readonly isForGuests?: true
  /**
   * Whether null in a member of the input clears the member. Otherwise null means that the member is absent (C5.13).
   */
  readonly isChange: boolean
  /** Whether the operation checks the version of the record (C6.8). */
  readonly isConditional: boolean
  /** Checks whether the caller may use the operation, before the operation checks the input. */
  readonly authorize: (context: Context, asked: Partial<Input>) => unknown
  readonly rules: (context: Context) => Rules
  readonly run: (context: Context, call: Call<Input>) => Promise<Result>
  readonly shows: Showing | null
}

/** An operation with any input and any result. */
export type AnyOperation = ListOperation<never> | ReadOperation | RunOperation<never, unknown>

/** The declaration of an operation without its function. */
type Declared<Input> = Pick<RunOperation<Input, unknown>, 'resource' | 'access'> &
  Partial<
    Pick<
      RunOperation<Input, unknown>,
      'hasSecret' | 'isForGuests' | 'authorize' | 'rules' | 'shows' | 'isChange' | 'isConditional'
    >
  >

const PLAIN = {
  kind: 'run',
  isReplicaSafe: false,
  hasSecret: false,
  isChange: false,
  isConditional: false,
  authorize: () => undefined,
  rules: () => ({}),
  shows: null,
} as const

/** An operation with an input, or without one. */
export const takeInput = <Input, Result>(
  run: (context: Context, input: Input, precondition: Precondition<object>) => Promise<Result>,
  declared: Declared<Input>,
): RunOperation<Input, Result> => ({
  ...PLAIN,
  ...declared,
  run: (context, { input, precondition }) => run(context, input, precondition),
})

/** An operation on one record, without an input. */
export const actOnRecord = <Id, Result>(
  parseId: (text: string) => Id,
  run: (context: Context, id: Id, precondition: Precondition<object>) => Promise<Result>,
  declared: Declared<unknown>,
): RunOperation<unknown, Result> => ({
  ...PLAIN,
  ...declared,
  run: (context, { id, precondition }) => run(context, parseId(id), precondition),
})

/** An operation that changes members of one record; a member that is absent in the input keeps its value. */
export const changeRecord = <Id, Input, Result>(
  parseId: (text: string) => Id,
  run: (context: Context, id: Id, change: Input, precondition: Precondition<object>) => Promise<Result>,
  declared: Declared<Input>,
): RunOperation<Input, Result> => ({
  ...PLAIN,
  isChange: true,
  isConditional: true,
  ...declared,
  run: (context, { id, input, precondition }) => run(context, parseId(id), input, precondition),
})
