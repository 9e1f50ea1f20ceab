import type { PolicyContext } from '../access/access.ts'
import { meets, type Rule } from './requirement.ts'

/** C12.8: the field that lists what the caller may do to a record. No store has it: it follows from other fields. */
export const AVAILABLE_ACTIONS = 'availableActions'

/** C17.9: the member of bodies of REST that has them, and the parameter that asks for the member. */
export const SHOWN_ACTIONS = 'actions'

/** Something that a caller can do to a record. */
export interface RecordAction {
  /** The name of the action: `update`, `cancel`, `status:PUBLISHED`. */
  readonly word: string
  /** The same rules that the operation checks. */
  readonly rules: readonly Rule<never>[]
  /** The fields by which the rules decide, in addition to the facts of the policy. */
  readonly reads: readonly string[]
  /** A field that says whether other records prevent the action; null if none can. */
  readonly blockedBy: string | null
  /** The operation that performs the action. */
  readonly operation: string
  /** The input with which the operation performs the action; null if the caller must choose it. */
  readonly input: Readonly<Record<string, unknown>> | null
  /** The status of a single request over REST that has done it. */
  readonly status: 200 | 204
}

type Declared = Pick<RecordAction, 'word' | 'rules' | 'operation'> & Partial<RecordAction>

/** An action that no other record prevents, whose input the caller chooses. */
export const declareAction = (declared: Declared): RecordAction => ({
  reads: [],
  blockedBy: null,
  input: null,
  status: 200,
  ...declared,
})

/** Actions in the order in which the interfaces list them. */
export const sortActions = (actions: readonly RecordAction[]): readonly RecordAction[] =>
  actions.toSorted((one, other) => (one.word < other.word ? -1 : 1))

/** The fields by which actions decide, in addition to the facts of the policy. */
export const listActionFields = (actions: readonly RecordAction[]): readonly string[] =>
  actions.flatMap(({ reads, blockedBy }) => (blockedBy === null ? reads : [...reads, blockedBy]))

/** C12.8: the actions that the caller may perform on a record now. `row` has the values that no mask has changed. */
export const listAvailable = (
  context: PolicyContext,
  actions: readonly RecordAction[],
  row: Readonly<Record<string, unknown>>,
): readonly string[] =>
  actions
    .filter(
      ({ rules, blockedBy }) =>
        // The row has the fields by which the rules decide.
        (blockedBy === null || row[blockedBy] !== true) && meets(context, rules, row as never),
    )
    .map(({ word }) => word)
