import { createPartChangeRule, createPartRule } from '../../rules/parts.ts'
import { build, type Exactly, type Options, type Stored } from './build-field.ts'
import type { Field, SetByService } from './field.ts'
import { createChangeRule, listRules, mapMembers, splitMembers } from './member-rules.ts'
import type { GivenMembers, GroupField, MemberValues } from './part-fields.ts'
import { PART_OPTIONS, type PartOptions } from './part-options.ts'

type Members = Readonly<Record<string, Field>>

interface GroupOptions extends PartOptions, Pick<Options, 'optional' | 'seenWith'> {}

const GROUP_OPTIONS = [...PART_OPTIONS, 'optional', 'seenWith', 'as']

type BuiltGroup<M extends Members, Given> = GroupField<
  M,
  Stored<MemberValues<M>, Given>,
  Stored<GivenMembers<M>, Given>
> &
  (object extends GivenMembers<M> ? { readonly initial: MemberValues<M> } : unknown) &
  (Given extends { readonly setByOperation: true } | { readonly hidden: true } ? SetByService : unknown)

/** All that follows from the members of a group. */
const compose = (members: Members, isOptional: boolean) => {
  const listed = listRules(members)
  const rules = mapMembers(members, createChangeRule)
  return {
    members,
    rules,
    check: createPartRule(listed),
    checkChange: createPartChangeRule(rules),
    initial: isOptional || listed.required.length > 0 ? null : listed.initial,
  }
}

/** C16.1: an object with named members, such as the nutrition of a recipe: `group({ calories: … }, { about: … })`. */
export const group = <const M extends Members, const Given extends GroupOptions>(
  given: M,
  options: Exactly<Given, GroupOptions>,
): BuiltGroup<M, Given> => {
  const isOptional = (options as GroupOptions | undefined)?.optional === true
  const { fields, problems } = splitMembers(given)
  const composed = compose(fields, isOptional)
  const values = { kind: 'group', schema: { type: 'object' }, check: composed.check, problems } as const
  return { ...(build(values, options as Options, GROUP_OPTIONS) as object), ...composed } as never
}

/** The group with other members of the same names. */
export const replaceMembers = (field: GroupField, members: Members): GroupField =>
  // The rules follow from the members.
  ({ ...field, ...compose(members, field.isOptional) }) as GroupField
