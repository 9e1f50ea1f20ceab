import { problem } from '../checks/model-problem.ts'
import { isState } from '../fields/field.ts'
import type { Fields } from '../types/record-operation.ts'
import { DELETED, DELETED_AT } from './trash.ts'

/** The options of a declaration without types. */
interface Given {
  readonly trash?: unknown
  readonly fixed?: unknown
  readonly single?: unknown
  readonly operations?: unknown
}

/** The names that `trash: true` gives to a type. */
const TAKEN = [DELETED_AT, DELETED]

const checkTaken = (fields: Fields): readonly string[] =>
  TAKEN.flatMap((name) =>
    problem(
      Object.hasOwn(fields, name),
      `trash gives the type a ${name} of its own; rename the field ${name}`,
    ),
  )

const checkState = (trash: string, fields: Fields): readonly string[] => {
  const field = Object.values(fields).find(isState)
  if (field === undefined)
    return [`trash names the state ${trash}, and the type has no states; write trash: true`]
  return [
    ...problem(
      !field.states.includes(trash),
      `trash names the state ${trash}; write one of ${field.states.join(', ')}, or true`,
    ),
    ...problem(
      field.workflow === null,
      `trash names the state ${trash}, which only transitions leave; add transitions, or write trash: true`,
    ),
    ...problem(
      field.initial === trash,
      `no new record can be in the trash; choose another first state than ${trash}`,
    ),
    ...problem(
      field.published === trash,
      `readers see the state ${trash}; choose another state for the trash`,
    ),
  ]
}

/** C17.4: what is wrong with the trash of a declaration. */
export const findTrashProblems = ({ trash, fixed, single }: Given, fields: Fields): readonly string[] => {
  if (trash === undefined) return []
  if (trash !== true && typeof trash !== 'string')
    return [`trash must be true, or the state of deleted records, and is ${JSON.stringify(trash)}`]
  return [
    ...problem(
      fixed === true,
      'a record of a fixed type never changes, so that it is deleted at once; remove trash',
    ),
    ...problem(single === true, 'nobody deletes the record of a single type; remove trash'),
    ...(trash === true ? checkTaken(fields) : checkState(trash, fields)),
  ]
}
