import type { ContentModel } from '../model/content-model.ts'
import { groupThousands } from '../model/group-thousands.ts'
import { isGroup, isLink, isMany, isState, type Field, type TypeName } from '../model/field.ts'
import type { RecordType } from '../model/record-type.ts'
import { lineTypes, listLineFields } from './content-record.ts'

const DATES = {
  createdAt: 'the time of creation (RFC 3339); the time of the import by default',
  updatedAt: 'the time of the last change, or null',
} as const
const REF = 'your own name for the record; a second import finds the record by its `ref`'

/** The descriptions of members whose meaning differs from that of their fields. */
const OTHER_MEANINGS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  User: {
    name: '1 to 200 characters; the username by default',
    username: '2 to 64 of `A-Z a-z 0-9 . _ -`; a second import finds the user by it',
    email: 'an email address; no other user has it',
    role: '`GUEST`, `READER`, `AUTHOR`, `EDITOR` or `ADMIN`; `READER` by default',
    roles: 'a list of roles, instead of `role`',
    deleted: 'true for a user in the trash',
    permissions: 'a list of extra permissions, such as `articles:publish`',
  },
  Article: {
    excerpt: 'up to 500 characters; without it, or with null, the service takes the start of the content',
  },
}

const describeValue = (schema: Field['schema']): string => {
  const { type, minLength = 0, maxLength = 0, minimum, maximum } = schema
  if (schema.enum) return schema.enum.map((word) => `\`${word}\``).join(', ')
  if (schema.format === 'date-time') return 'a time (RFC 3339)'
  if (schema.items)
    return `a list of at most ${schema.maxItems} texts of ${schema.items.minLength} to ${schema.items.maxLength} characters`
  if (type === 'string') return `${minLength} to ${groupThousands(maxLength)} characters`
  if (type === 'boolean') return 'true or false'
  const kind = type === 'integer' ? 'an integer' : 'a number'
  return maximum === undefined ? `${kind}, at least ${minimum}` : `${kind} from ${minimum} to ${maximum}`
}

const describeLink = ({ types }: ContentModel, to: TypeName & { readonly word: string }): string => {
  if (to.name === 'User') return 'the username of a user'
  const { hasRef, uniqueAttribute } = types.find(({ name }) => name === to.name) ?? {}
  return `the ${hasRef ? '`ref`' : uniqueAttribute} of the ${to.word}`
}

const describeMember = (model: ContentModel, field: Field): string => {
  if (isMany(field)) return `a list; of each, ${describeLink(model, field.toMany)}`
  if (isLink(field)) return `${describeLink(model, field.to)}${field.isOptional ? ', or null' : ''}`
  if (isGroup(field))
    return `an object with ${Object.keys(field.members)
      .map((name) => `\`${name}\``)
      .join(', ')}`
  const unique = field.isUnique ? '; no other record of the type has the same' : ''
  const usual = isState(field) ? `; \`${field.states[0]}\` by default` : ''
  return `${describeValue(field.schema)}${unique}${usual}${field.isOptional ? ', or null' : ''}`
}

const describeDeclared = (model: ContentModel, type: RecordType): Readonly<Record<string, string>> => {
  const described = listLineFields(type).map(([name, field]) => [name, describeMember(model, field)])
  const members = { ...Object.fromEntries(described), ...OTHER_MEANINGS[type.name] }
  return { ...(type.hasRef && { ref: REF }), ...members, ...(type.isFixed ? {} : DATES) }
}

export interface ContentField {
  readonly name: string
  readonly required: boolean
  readonly description: string
}

const describeLines = (model: ContentModel): Readonly<Record<string, Readonly<Record<string, string>>>> =>
  Object.fromEntries(model.types.map((type) => [type.word, describeDeclared(model, type)]))

/** The members of each type of line, in the order of their rules. */
export const listContentFields = (model: ContentModel): Readonly<Record<string, readonly ContentField[]>> => {
  const descriptions = describeLines(model)
  const types = Object.entries(lineTypes(model)).map(([type, { required }]) => [
    type,
    Object.entries(descriptions[type] ?? {}).map(([name, description]) => ({
      name,
      required: required.includes(name),
      description,
    })),
  ])
  return Object.fromEntries(types)
}
