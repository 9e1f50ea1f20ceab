import type { Problem } from '../../rules/errors.ts'
import { isObject } from '../../rules/is-object.ts'
import { isSame } from '../../rules/is-same.ts'
import { adviseName } from '../../rules/similar-name.ts'
import type { Field } from '../fields/field.ts'
import { GUEST_NOTE } from '../guests/guest-note.ts'
import { ignoreFailure, OWN_MEMBERS } from './record-check.ts'
import type { AnyRecord } from './record-changes.ts'
import type { RecordType } from './record-type.ts'

type Values = Readonly<Record<string, unknown>>

export type CheckedType = Pick<RecordType, 'name' | 'check' | 'attributes' | 'manyLinks'>

/** A record as a write would store it, and the stored record before, or null. */
export interface CheckedWrite<Stored = object> {
  readonly record: Stored
  readonly previous: Stored | null
}

/** C16.2: a computed value is right by itself, and stores compute it after the check. */
const isChecked = (field: Field | undefined): boolean =>
  field !== undefined && field.isHidden !== true && field.computed === undefined

const listPathNames = ({ attributes, manyLinks }: CheckedType): readonly string[] => [
  ...Object.keys(attributes).filter((name) => isChecked(attributes[name])),
  ...manyLinks.map(({ attribute }) => attribute),
]

/** What the declaration knows of a record, as a copy: the code of a check cannot change what a write stores. */
const copyRecord = ({ attributes, manyLinks }: CheckedType, record: object | null): Values | null => {
  if (record === null) return null
  const known = [...OWN_MEMBERS, ...Object.keys(attributes), ...manyLinks.map(({ attribute }) => attribute)]
  const isKnown = (name: string) => name !== GUEST_NOTE && attributes[name]?.computed === undefined
  const names = known.filter((name) => isKnown(name) && Object.hasOwn(record, name))
  return structuredClone(Object.fromEntries(names.map((name) => [name, (record as Values)[name]])))
}

/** The message and the cause are for the log: clients receive INTERNAL_SERVER_ERROR. */
const brokenCheck = ({ name }: Pick<CheckedType, 'name'>, wrong: string, cause?: unknown): Error =>
  new Error(`The check of ${name} ${wrong}`, { cause })

const findFormProblem = (given: unknown): string | null => {
  if (!isObject(given)) return 'must return objects with path and message'
  const { path, message } = given as Values
  if (typeof message !== 'string' || message.trim() === '') return 'must return a message with each problem'
  if (!Array.isArray(path)) return 'must return a path with each problem: a list that begins with a field'
  const isMember = (member: unknown) => typeof member === 'string' || Number.isSafeInteger(member)
  return path.every(isMember) ? null : 'must return paths of names and of places in lists'
}

const parseProblem = (type: CheckedType, given: unknown): Problem => {
  const wrong = findFormProblem(given)
  if (wrong !== null) throw brokenCheck(type, `${wrong}, and has returned ${typeof given}.`)
  const { path, message } = given as Problem
  const [name = ''] = path
  const names = listPathNames(type)
  if (names.includes(String(name))) return { path: [...path], message }
  throw brokenCheck(type, `has a problem at ${JSON.stringify(name)}; ${adviseName(String(name), names)}`)
}

const nameRecord = (record: object): string => {
  const { ref, id } = record as AnyRecord
  return `the record ${ref ?? id}`
}

const runCheck = (type: CheckedType, record: object, previous: object | null): readonly Problem[] => {
  // The records have the values of the declaration.
  const check = type.check as ((record: unknown, previous: unknown) => unknown) | null
  if (check === null) return []
  let result: unknown
  try {
    result = check(copyRecord(type, record), copyRecord(type, previous))
  } catch (cause) {
    throw brokenCheck(type, `has thrown an error on ${nameRecord(record)}.`, cause)
  }
  ignoreFailure(result)
  if (!Array.isArray(result))
    throw brokenCheck(type, 'must return a list of problems at once, and no promise.')
  return result.map((given) => parseProblem(type, given))
}

const readPath = (record: unknown, path: Problem['path']): unknown =>
  path.reduce(
    (value, name) => (typeof value === 'object' && value !== null ? (value as Values)[name] : undefined),
    record,
  )

/**
 * C16.3: the problems that refuse the write of a record. A problem that the stored record has already, in the same words and
 * at a path whose value does not change, is none of them. @throws Error for code that throws, that returns something else
 * than a list of problems, or that names no field.
 */
export const findCheckProblems = (
  type: CheckedType,
  { record, previous }: CheckedWrite,
): readonly Problem[] => {
  if (type.check === null || record === previous) return []
  const problems = runCheck(type, record, previous)
  const isOld = ({ path }: Problem) =>
    previous !== null && isSame(readPath(record, path), readPath(previous, path))
  if (previous === null || !problems.some(isOld)) return problems
  // By itself, without a record before: a rule that freezes a record finds nothing wrong in the record as it is.
  const stored = runCheck(type, previous, null)
  return problems.filter((each) => !isOld(each) || !stored.some((before) => isSame(before, each)))
}
