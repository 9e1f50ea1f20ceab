import { isState, isHideable, leadsToUser, type Field, type ValueSchema } from './field.ts'
import { groupThousands } from '../group-thousands.ts'
import type { ManyLink } from '../links/many-links.ts'
import type { RecordType } from '../types/record-type.ts'

const describeBounds = ({ least, most }: ValueSchema): string => {
  const [after, before] = [least && ` Not before ${least}.`, most && ` Not after ${most}.`]
  return `${after ?? ''}${before ?? ''}`
}

const describeDecimal = ({ precision = 0, scale = 0, least, most }: ValueSchema): string => {
  const digits = ` A decimal of at most ${precision} digits, ${scale} of them behind the point.`
  const [lowest, highest] = [least && ` At least ${least}.`, most && ` At most ${most}.`]
  return `${digits}${lowest ?? ''}${highest ?? ''}`
}

/** The description of a field, with the bounds of its values, for GraphQL and for OpenAPI. */
export const describeField = (field: Field): string => {
  const { kind, about, schema } = field
  if (kind === 'time' || kind === 'date') return `${about}${describeBounds(schema)}`
  if (kind === 'decimal') return `${about}${describeDecimal(schema)}`
  if (kind === 'number' && schema.maximum !== undefined)
    return `${about} From ${schema.minimum} to ${schema.maximum}.`
  if (kind !== 'line' && kind !== 'text' && kind !== 'markdown' && kind !== 'slug') return about
  const { minLength = 0, maxLength = 0 } = schema
  const most = groupThousands(maxLength)
  return minLength === 0
    ? `${about} At most ${most} characters.`
    : `${about} ${minLength} to ${most} characters.`
}

/** C14.2: when the link of a field is null; an empty text for a field that never hides its value. */
export const describeHidden = (field: Field): string => {
  if (!isHideable(field)) return ''
  const hidden = leadsToUser(field) ? 'while the account is deleted' : 'if you may not read it'
  return field.isOptional ? ` Null if there is none, or ${hidden}.` : ` Null ${hidden}.`
}

/** C14.3: the permission to change an attribute, for the descriptions of inputs; empty if every writer may change it. */
export const describeChangeRight = (
  { changeRights }: Pick<RecordType, 'changeRights'>,
  attribute: string,
): string => {
  const permission = changeRights[attribute]
  return permission === undefined ? '' : ` To set or change the value, you need \`${permission}\`.`
}

/** C14.2: what an input does with the links of a record to many others. */
const describeLinkInput = (input: string, { name, attribute, add, field }: ManyLink): string => {
  const { about, max, isOrdered } = field
  const most = `at most ${groupThousands(max)} ids`
  if (input === attribute) return `${about} All of them${isOrdered ? ' in their order' : ''}, ${most}.`
  if (input === add)
    return `Adds to \`${name}\`, ${isOrdered ? 'behind the others, ' : ''}${most}. Not together with \`${attribute}\`.`
  return `Removes from \`${name}\`, ${most}. Not together with \`${attribute}\`.`
}

/** C17.1: the states that a create may give. */
export const describeInitial = (field: Field): string => {
  const workflow = isState(field) ? field.workflow : null
  return workflow === null ? '' : ` A new record can be ${Object.keys(workflow.initial).join(', ')}.`
}

/** The description of an input, with the permission that changes the attribute. */
export const describeInput = (
  type: Pick<RecordType, 'manyLinks' | 'changeRights'>,
  [input, field]: readonly [string, Field],
): string => {
  const link = type.manyLinks.find(({ attribute, add, remove }) => [attribute, add, remove].includes(input))
  const about = link ? describeLinkInput(input, link) : describeField(field)
  return `${about}${describeChangeRight(type, link?.attribute ?? input)}`
}
