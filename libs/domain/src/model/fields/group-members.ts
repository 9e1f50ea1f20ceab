import { isLink, type Field } from './field.ts'
import { isGroup, isList, isBlocks, type GroupField } from './part-fields.ts'

type Fields = Readonly<Record<string, Field>>

/** A member of a group, for conditions. */
export interface GroupMemberPath {
  /** The name in conditions: `nutrition.vitamins.c`. */
  readonly name: string
  /** The attribute of the record with the group. */
  readonly attribute: string
  /** The members that lead to the value: `['vitamins', 'c']`. */
  readonly steps: readonly string[]
  readonly field: Field
}

const listInGroup = (
  { members }: GroupField,
  at: Pick<GroupMemberPath, 'name' | 'attribute' | 'steps'>,
): readonly GroupMemberPath[] =>
  Object.entries(members).flatMap(([name, field]) => {
    const path = { ...at, name: `${at.name}.${name}`, steps: [...at.steps, name] }
    if (isList(field) || isBlocks(field) || isLink(field)) return []
    return [{ ...path, field }, ...(isGroup(field) ? listInGroup(field, path) : [])]
  })

/** C16.1: the members by which conditions compare records: those of groups, without lists, blocks and links. */
export const listGroupMembers = (attributes: Fields): readonly GroupMemberPath[] =>
  Object.entries(attributes).flatMap(([name, field]) =>
    isGroup(field) && !field.isReleased ? listInGroup(field, { name, attribute: name, steps: [] }) : [],
  )
