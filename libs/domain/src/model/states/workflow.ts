/** The states to which a record can move, with the action of the type's resource that each move needs. */
export type Moves = Readonly<Record<string, string>>

/** C17.1: how clients change the state of a record. */
export interface Workflow {
  /** The states of a new record, of which the first is the default. An action is needed besides the right to create. */
  readonly initial: Readonly<Record<string, string | true>>
  /** The next states of each state. */
  readonly transitions: Readonly<Record<string, Moves>>
}

/** C17.2: the states in which a record can wait for its publication. */
export interface Schedule {
  readonly from: readonly string[]
}

/** `true` names all states with a transition to the published one. */
export type ScheduleOption = true | Schedule

const NO_MOVES: Moves = {}

/** The value of a key, and of no member of every object. */
export const findOwn = <Value>(values: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(values, key) ? values[key] : undefined

/** The next states of a state, with their actions. */
export const listMoves = ({ transitions }: Workflow, from: string): Moves =>
  findOwn(transitions, from) ?? NO_MOVES

/** The actions that a workflow names. */
export const listWorkflowActions = ({ initial, transitions }: Workflow): readonly string[] => [
  ...new Set([
    ...Object.values(initial).filter((action) => action !== true),
    ...Object.values(transitions).flatMap((moves) => Object.values(moves)),
  ]),
]
