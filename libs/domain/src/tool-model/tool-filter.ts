import type { ContentModel } from '../model/content-model.ts'
import type { Field } from '../model/fields/field.ts'
import type { ValueKind } from '../model/fields/field-kinds.ts'
import { writeLabel } from '../model/label.ts'
import type { RecordType } from '../model/types/record-type.ts'
import { listMembers, OPERATORS, type Member, type ValueMember } from '../visibility/lists/index.ts'
import { createChoices, joinPermissions, listChoices, type ToolChoice } from './tool-field.ts'

/** C13.1: a value by which lists are filtered. */
export interface ToolValueFilter {
  readonly kind: 'value'
  readonly name: string
  readonly label: string
  readonly values: ValueKind
  readonly operators: readonly string[]
  readonly choices: readonly ToolChoice[] | null
  /** The permission that the filter needs on all records. For a computed value it can be several, with a space between them. */
  readonly permission: string | null
}

/** A link or a list whose records a filter describes in its turn. */
export interface ToolRelationFilter {
  readonly kind: 'link' | 'list'
  readonly name: string
  readonly label: string
  /** The name of the type. */
  readonly to: string
}

export type ToolFilter = ToolValueFilter | ToolRelationFilter

/** The words of a field have the names that its form gives them. */
const findChoices = (field: Field | undefined, { words }: ValueMember): readonly ToolChoice[] | null =>
  (field && listChoices(field)) ?? (words ? createChoices(words) : null)

const createValueFilter = (type: RecordType, name: string, member: ValueMember): ToolValueFilter => {
  const { values, permissions } = member
  const field = Object.hasOwn(type.shown, name) ? type.shown[name] : undefined
  return {
    kind: 'value',
    name,
    label: field?.label ?? writeLabel(name),
    values,
    operators: OPERATORS[values],
    choices: findChoices(field, member),
    permission: joinPermissions(permissions),
  }
}

/** Of a group, tools know whether it is null. */
const createFilter = (type: RecordType, [name, member]: readonly [string, Member]): ToolFilter => {
  if (member.kind === 'value') return createValueFilter(type, name, member)
  if (member.kind === 'group') return createValueFilter(type, name, member.isNull)
  return { kind: member.kind, name, label: writeLabel(name), to: member.to.name }
}

/** The filters of the lists of a type. */
export const createToolFilters = (model: ContentModel, type: RecordType): readonly ToolFilter[] =>
  type.isSingle ? [] : Object.entries(listMembers(model, type)).map((each) => createFilter(type, each))
