import { badUserInput, type Problem } from '../../rules/errors.ts'
import { findValueProblems } from '../../rules/accept.ts'
import { isObject } from '../../rules/is-object.ts'
import { applyMergePatch, MergePatch } from '../../rules/merge-patch.ts'
import { type Field } from './field.ts'
import { isGroup } from './part-fields.ts'
import { isRequiredMember, namePartMember } from './member-rules.ts'
import type { GroupField, MemberChanges, MemberValues } from './part-fields.ts'

type Values = Readonly<Record<string, unknown>>
type Fields = Readonly<Record<string, Field>>

interface Merged {
  readonly value: unknown
  readonly problems: readonly Problem[]
}

const prefix = (name: string, problems: readonly Problem[]): readonly Problem[] =>
  problems.map((each) => ({ ...each, path: [name, ...each.path] }))

/** A member that a change leaves out. A group that was null has no values, and its required members are missing. */
const keepMember = (field: Field, current: unknown): Merged => {
  if (current !== undefined) return { value: current, problems: [] }
  const problems = isRequiredMember(field) ? [{ path: [], message: 'is missing' }] : []
  return { value: field.initial, problems }
}

/** C16.1: JSON is merged by `application/merge-patch+json` alone. */
const mergeJson = ({ check }: Field, current: unknown, { change }: MergePatch): Merged => {
  const value = applyMergePatch(current, change)
  try {
    return { value: check(value), problems: [] }
  } catch (error) {
    return { value, problems: findValueProblems(error) }
  }
}

const mergeMember = (field: Field, current: unknown, change: unknown): Merged => {
  if (change === undefined) return keepMember(field, current)
  if (change instanceof MergePatch) return mergeJson(field, current, change)
  if (!isGroup(field) || !isObject(change)) return { value: change, problems: [] }
  return mergeMembers(field.members, isObject(current) ? current : {}, change)
}

const mergeMembers = (members: Fields, current: Values, change: Values): Merged => {
  const merged = Object.entries(members).map(([name, field]) => {
    const key = namePartMember(name, field)
    return [key, mergeMember(field, current[key], change[key])] as const
  })
  return {
    value: Object.fromEntries(merged.map(([key, { value }]) => [key, value])),
    problems: merged.flatMap(([key, { problems }]) => prefix(key, problems)),
  }
}

/**
 * C16.1: the values of a change, with whole groups and whole JSON: a change of a group names the members that change.
 * @throws BAD_USER_INPUT for a group that was null and does not get its required members, and for JSON that its schema refuses.
 */
export const mergeChange = <Change extends Values>(
  attributes: Fields,
  current: Values,
  change: Change,
): Change => {
  const names = Object.keys(change).filter((name) => {
    const field = Object.hasOwn(attributes, name) ? attributes[name] : undefined
    return field !== undefined && (isGroup(field) || change[name] instanceof MergePatch)
  })
  if (names.length === 0) return change
  const merged = names.map(
    (name) => [name, mergeMember(attributes[name] as Field, current[name], change[name])] as const,
  )
  const problems = merged.flatMap(([name, each]) => prefix(name, each.problems))
  if (problems.length > 0) throw badUserInput(problems)
  // Each value has the form of its declaration.
  return { ...change, ...Object.fromEntries(merged.map(([name, { value }]) => [name, value])) }
}

/** C16.1: a group after a change by a client. @throws InvalidValue, BAD_USER_INPUT. */
export const changeGroup = <M extends Fields>(
  field: GroupField<M>,
  change: MemberChanges<M>,
  current: MemberValues<M>,
): MemberValues<M> => {
  const accepted = { group: field.checkChange(change) }
  return mergeChange({ group: field as Field }, { group: current }, accepted)['group'] as MemberValues<M>
}
