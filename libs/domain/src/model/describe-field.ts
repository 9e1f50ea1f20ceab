import { isHideable, isLink, leadsToUser, type Field } from './field.ts'
import { groupThousands } from './group-thousands.ts'
import type { ManyLink } from './links/many-links.ts'

/** The description of a field, with the lengths of its text, for GraphQL and for OpenAPI. */
export const describeField = (field: Field): string => {
  const { about, schema } = field
  const { type, minLength = 0, maxLength = 0 } = schema
  if (type !== 'string' || isLink(field) || schema.format || schema.enum) return about
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

/** C14.2: what an input does with the links of a record to many others; the description of any other input as it is. */
export const describeInput = (
  { manyLinks }: { readonly manyLinks: readonly ManyLink[] },
  [input, field]: readonly [string, Field],
): string => {
  const link = manyLinks.find(({ attribute, add, remove }) => [attribute, add, remove].includes(input))
  if (link === undefined) return describeField(field)
  const { name, attribute, add } = link
  const { about, max, isOrdered } = link.field
  const most = `at most ${groupThousands(max)} ids`
  if (input === attribute) return `${about} All of them${isOrdered ? ' in their order' : ''}, ${most}.`
  if (input === add)
    return `Adds to \`${name}\`, ${isOrdered ? 'behind the others, ' : ''}${most}. Not together with \`${attribute}\`.`
  return `Removes from \`${name}\`, ${most}. Not together with \`${attribute}\`.`
}
