import { builtInModel } from '../content-types.ts'
import type { ContentModel } from '../model/content-model.ts'
import { isLink, isOwner, type Field } from '../model/field.ts'
import type { RecordType } from '../model/record-type.ts'
import type { BUILT_IN_LINES } from './content-record.ts'
import { lineTypes, type BuiltInRecord } from './content-record.ts'

type Types = typeof BUILT_IN_LINES
type Written = BuiltInRecord['type']
type Member<Type extends Written> = keyof Types[Type]['rules'] & string

const DATES = {
  createdAt: 'the time of creation (RFC 3339); the time of the import by default',
  updatedAt: 'the time of the last change, or null',
} as const
const REF = 'your own name for the record; a second import finds the record by its `ref`'

/** What each member of a line means, for the documentation of the import (C10.6). */
const DESCRIPTIONS = {
  user: {
    username: '2 to 64 of `A-Z a-z 0-9 . _ -`; a second import finds the user by it',
    name: '1 to 200 characters; the username by default',
    email: 'an email address; no other user has it',
    age: '0 to 150, or null',
    role: '`GUEST`, `READER`, `AUTHOR`, `EDITOR` or `ADMIN`; `READER` by default',
    roles: 'a list of roles, instead of `role`',
    status: '`ACTIVE`, `INACTIVE` or `SUSPENDED`; `ACTIVE` by default',
    deleted: 'true for a user in the trash',
    permissions: 'a list of extra permissions, such as `articles:publish`',
    profile: 'an object with `bio`, `avatar`, `website` and `location`, each a text or null',
    ...DATES,
  },
  article: {
    ref: REF,
    title: '1 to 300 characters',
    content: '1 to 500,000 characters of Markdown',
    excerpt: 'up to 500 characters; without it, or with null, the service takes the start of the content',
    owner: 'the username of a user',
    tags: 'a list of at most 20 tags of 1 to 50 characters',
    status: '`DRAFT`, `REVIEW`, `PUBLISHED`, `ARCHIVED` or `DELETED`; `DRAFT` by default',
    publishedAt: 'the time of the first publication, or null',
    ...DATES,
  },
  comment: {
    ref: REF,
    article: 'the `ref` of an article',
    author: 'the username of a user',
    content: '1 to 10,000 characters',
    ...DATES,
  },
} as const satisfies { readonly [Type in Written]: Readonly<Record<Member<Type>, string>> }

const describeValue = (schema: Field['schema']): string => {
  const { type, minLength = 0, maxLength, minimum, maximum } = schema
  if (schema.enum) return schema.enum.map((word) => `\`${word}\``).join(', ')
  if (schema.format === 'date-time') return 'a time (RFC 3339)'
  if (schema.items)
    return `a list of at most ${schema.maxItems} texts of ${schema.items.minLength} to ${schema.items.maxLength} characters`
  if (type === 'string') return `${minLength} to ${maxLength?.toLocaleString('en-US')} characters`
  const kind = type === 'integer' ? 'an integer' : 'a number'
  return maximum === undefined ? `${kind}, at least ${minimum}` : `${kind} from ${minimum} to ${maximum}`
}

const describeField = (field: Field): string => {
  if (isOwner(field)) return 'the username of a user'
  if (isLink(field)) return `the name of a ${field.to.word}`
  const unique = field.isUnique ? '; no other record of the type has the same' : ''
  return `${describeValue(field.schema)}${unique}${field.isOptional ? ', or null' : ''}`
}

const describeDeclared = ({ fields, isFixed }: RecordType): Readonly<Record<string, string>> => {
  const members = Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, describeField(field)]),
  )
  return isFixed ? members : { ref: REF, ...members, ...DATES }
}

export interface ContentField {
  readonly name: string
  readonly required: boolean
  readonly description: string
}

const describeLines = (model: ContentModel): Readonly<Record<string, Readonly<Record<string, string>>>> => ({
  ...DESCRIPTIONS,
  ...Object.fromEntries(model.types.map((type) => [type.word, describeDeclared(type)])),
})

/** The members of each type of line, in the order of their rules. */
export const listContentFields = (
  model: ContentModel = builtInModel,
): Readonly<Record<string, readonly ContentField[]>> => {
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
