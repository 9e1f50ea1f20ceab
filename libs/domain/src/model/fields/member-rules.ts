import { clearable, required, type Rule } from '../../rules/accept.ts'
import type { MemberRules } from '../../rules/parts.ts'
import { InvalidValue } from '../../rules/errors.ts'
import { isJson, isLink, type Field } from './field.ts'
import { isGroup } from './part-fields.ts'
import { createTypedRule } from './field-kinds.ts'
import { toPartTime } from './part-times.ts'

type Members = Readonly<Record<string, Field>>

/** The name of a member in values: `imageId` for the link `image`. */
export const namePartMember = (name: string, field: Field): string => (isLink(field) ? `${name}Id` : name)

/** A caller who does not see a link sends the part back without it, so that no rule requires links: the write does. */
export const isRequiredMember = (field: Field): boolean =>
  !isLink(field) && !field.isOptional && field.initial === null

/** Forms send null for a member that nobody has written. */
const refuseNull =
  (rule: Rule): Rule =>
  (given: unknown) => {
    if (given === null) throw new InvalidValue('is missing')
    return rule(given)
  }

/** C2.1: over REST, the id of a user can be an integer. Null leaves a link out, or leaves a hidden one as it is. */
const createLinkRule = ({ check }: Field): Rule =>
  clearable((given: unknown) => {
    if (typeof given !== 'string' && !Number.isInteger(given)) throw new InvalidValue('must be an id')
    return check(String(given))
  })

export const createRule = (field: Field): Rule => {
  if (isLink(field)) return createLinkRule(field)
  const rule = toPartTime(field, createTypedRule(field))
  return field.isOptional || isJson(field) ? rule : refuseNull(rule)
}

export const createChangeRule = (field: Field): Rule => {
  if (isLink(field)) return createLinkRule(field)
  const rule = isGroup(field) ? field.checkChange : createRule(field)
  return field.isOptional ? clearable(rule) : required(rule)
}

export const mapMembers = <Value>(
  members: Members,
  read: (field: Field) => Value,
): Readonly<Record<string, Value>> =>
  Object.fromEntries(
    Object.entries(members).map(([name, field]) => [namePartMember(name, field), read(field)]),
  )

/** The members that are fields, and what is wrong with the others. */
export const splitMembers = (
  given: unknown,
): { readonly fields: Members; readonly problems: readonly string[] } => {
  const members = Object.entries(readMembers(given))
  return {
    fields: Object.fromEntries(members.filter(([, member]) => isField(member))),
    problems: members.flatMap(([name, member]) =>
      isField(member) ? [] : [`${name}: must be a field, such as field.line(80, { about: … })`],
    ),
  }
}

export const listRules = (members: Members): MemberRules => {
  const initial = Object.entries(members).filter(([, field]) => !isRequiredMember(field))
  return {
    rules: mapMembers(members, createRule),
    required: Object.entries(members).flatMap(([name, field]) =>
      isRequiredMember(field) ? [namePartMember(name, field)] : [],
    ),
    initial: mapMembers(Object.fromEntries(initial), (field) => field.initial),
  }
}

/** The members of a declaration without types can be anything; `contentModel` reports it. */
export const readMembers = (given: unknown): Members =>
  typeof given === 'object' && given !== null ? (given as Members) : {}

export const isField = (member: unknown): member is Field =>
  typeof member === 'object' && member !== null && 'kind' in member
