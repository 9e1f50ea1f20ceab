import { badUserInput, type Problem } from '../../rules/errors.ts'
import { isObject } from '../../rules/is-object.ts'
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

const mergeMember = (field: Field, current: unknown, change: unknown): Merged => {
  if (change === undefined) return keepMember(field, current)
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
 * C16.1: the values of a change, with whole groups: a change of a group names the members that change.
 * @throws BAD_USER_INPUT for a group that was null and does not get its required members.
 */
export const mergeGroups = <Change extends Values>(
  attributes: Fields,
  current: Values,
  change: Change,
): Change => {
  const groups = Object.keys(change).filter((name) => {
    const field = Object.hasOwn(attributes, name) ? attributes[name] : undefined
    return field !== undefined && isGroup(field)
  })
  if (groups.length === 0) return change
  const merged = groups.map(
    (name) => [name, mergeMember(attributes[name] as Field, current[name], change[name])] as const,
  )
  const problems = merged.flatMap(([name, each]) => prefix(name, each.problems))
  if (problems.length > 0) throw badUserInput(problems)
  // Each group has the members of its declaration.
  return { ...change, ...Object.fromEntries(merged.map(([name, { value }]) => [name, value])) }
}

/** C16.1: a group after a change by a client. @throws InvalidValue, BAD_USER_INPUT. */
export const changeGroup = <M extends Fields>(
  field: GroupField<M>,
  change: MemberChanges<M>,
  current: MemberValues<M>,
): MemberValues<M> => {
  const accepted = { group: field.checkChange(change) }
  return mergeGroups({ group: field as Field }, { group: current }, accepted)['group'] as MemberValues<M>
}
