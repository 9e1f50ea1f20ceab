import { isObject } from '../../rules/is-object.ts'
import { problem } from '../checks/model-problem.ts'

/** The options of a state, which a declaration without types can give in any form. */
interface Given {
  readonly initial?: unknown
  readonly transitions?: unknown
  readonly published?: unknown
}

const isAction = (value: unknown): boolean => typeof value === 'string' && value !== ''

const checkNames = (option: string, names: readonly string[], states: readonly string[]): readonly string[] =>
  names.flatMap((name) =>
    problem(!states.includes(name), `${option} names the state ${name}; write one of ${states.join(', ')}`),
  )

const checkInitial = (initial: unknown, states: readonly string[]): readonly string[] => {
  if (!isObject(initial)) return ['initial must be an object of states, such as { DRAFT: true }']
  return [
    ...problem(Object.keys(initial).length === 0, 'initial needs a state for new records'),
    ...checkNames('initial', Object.keys(initial), states),
    ...Object.entries(initial).flatMap(([state, action]) =>
      problem(
        action !== true && !isAction(action),
        `initial.${state} must be true, or the action of the permission that it needs`,
      ),
    ),
  ]
}

const checkMoves = (from: string, moves: unknown, states: readonly string[]): readonly string[] => {
  if (!isObject(moves)) return [`transitions.${from} must be an object of states, such as { OPEN: 'write' }`]
  return [
    ...checkNames(`transitions.${from}`, Object.keys(moves), states),
    ...Object.entries(moves).flatMap(([to, action]) => [
      ...problem(to === from, `transitions.${from} leads to ${to} itself; leave it out`),
      ...problem(
        !isAction(action),
        `transitions.${from}.${to} must be the action of the permission that it needs`,
      ),
    ]),
  ]
}

const checkTransitions = (transitions: unknown, states: readonly string[]): readonly string[] => {
  if (!isObject(transitions))
    return ["transitions must be an object of states, such as { DRAFT: { OPEN: 'write' } }"]
  return [
    ...checkNames('transitions', Object.keys(transitions), states),
    ...Object.entries(transitions).flatMap(([from, moves]) => checkMoves(from, moves, states)),
  ]
}

/** C17.1: what is wrong with the options of a state. */
export const checkWorkflow = (
  { initial, transitions, published }: Given,
  states: readonly string[],
): readonly string[] => [
  ...problem(
    initial !== undefined && transitions === undefined,
    'initial needs transitions: without them, the first state is the state of a new record',
  ),
  ...(initial === undefined ? [] : checkInitial(initial, states)),
  ...(transitions === undefined ? [] : checkTransitions(transitions, states)),
  ...(published === undefined ? [] : checkNames('published', [String(published)], states)),
]
