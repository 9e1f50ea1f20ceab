import { and, not, or, type Condition } from '@content-service/authz'
import { time } from '../fields/field-builders.ts'
import { isState, type StateField } from '../fields/field.ts'
import type { Fields } from '../types/record-operation.ts'

/** C17.4: how a type marks the records between their deletion and their purge. */
export interface Trash {
  /** The attribute that says whether a record is in the trash. */
  readonly attribute: string
  /** The state of the records in the trash; null if they keep their state, and have the time of their deletion. */
  readonly state: string | null
}

/** The option of a declaration: `true`, or the state of deleted records. */
export type TrashOption<F extends Fields> =
  true | { [K in keyof F]: F[K] extends StateField<infer State> ? State : never }[keyof F]

/** The time of the deletion, for a type whose deleted records keep their state. */
export const DELETED_AT = 'deletedAt'

/** The word of a filter that asks for such records. */
export const DELETED = 'deleted'

type Trashing = { readonly trash: Trash | null }
type Values = Readonly<Record<string, unknown>>

const findStateName = (fields: Fields): string =>
  Object.entries(fields).find(([, field]) => isState(field))?.[0] ?? ''

/** A wrong form is among the problems of the declaration. */
export const deriveTrash = (option: unknown, fields: Fields): Trash | null => {
  if (option === true) return { attribute: DELETED_AT, state: null }
  return typeof option === 'string' ? { attribute: findStateName(fields), state: option } : null
}

/** The field that the option adds to a type. */
export const declareDeletedAt = (option: unknown): Fields =>
  option === true
    ? {
        [DELETED_AT]: {
          ...time({
            about: 'The time of the deletion; null for a record that is not in the trash.',
            optional: true,
            setByOperation: true,
          }),
          // Lists have a word for the trash.
          isUnfiltered: true,
        },
      }
    : {}

/** Whether only who may delete a record sees it in the trash, and no other write finds it. */
export const hidesTrash = ({ trash }: Trashing): boolean => trash?.state === null

/** Whether the service sets the field at the deletion of a record. */
export const isDeletionTime = (type: Trashing, name: string): boolean =>
  hidesTrash(type) && name === DELETED_AT

export const isInTrash = ({ trash }: Trashing, record: object): boolean => {
  const value = (record as Values)[trash?.attribute ?? ''] ?? null
  return trash !== null && (trash.state === null ? value !== null : value === trash.state)
}

const mark = ({ attribute, state }: Trash): Condition =>
  state === null ? not({ op: 'isNull', attribute }) : { op: 'eq', attribute, value: state }

/** The records in the trash of a type that has one. */
export const filterTrash = ({ trash }: Trashing): Condition => (trash === null ? or() : mark(trash))

/** The records outside the trash. */
export const filterKept = ({ trash }: Trashing): Condition => {
  if (trash === null) return and()
  const { attribute, state } = trash
  return state === null ? { op: 'isNull', attribute } : not(mark(trash))
}
