import type { ContentModel } from '../model/content-model.ts'
import { groupThousands } from '../model/group-thousands.ts'
import {
  listWords,
  type Field,
  type FieldKind,
  type LinkField,
  type LinkTarget,
} from '../model/fields/field.ts'
import type { FieldOf } from '../model/fields/special-fields.ts'
import type { RecordType } from '../model/types/record-type.ts'
import { listLineFields, recordLineTypes } from './content-record.ts'

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

const describeLink = ({ types }: ContentModel, to: LinkTarget): string => {
  if (to.isNumbered) return 'the username of a user'
  const { hasRef, uniqueAttribute } = types.find(({ name }) => name === to.name) ?? {}
  return `the ${hasRef ? '`ref`' : uniqueAttribute} of the ${to.word}`
}

/** Describes the values of a kind; a method, so that a row may know its fields better. */
interface Describe<F extends Field = Field> {
  of(field: F, model: ContentModel): string
}

const quoteEach = (words: readonly string[]): string => words.map((word) => `\`${word}\``).join(', ')

const TEXT: Describe = {
  of: ({ schema: { minLength = 0, maxLength = 0 } }) =>
    `${minLength} to ${groupThousands(maxLength)} characters`,
}
const createNumbers = (name: string): Describe => ({
  of: ({ schema: { minimum, maximum } }) =>
    maximum === undefined ? `${name}, at least ${minimum}` : `${name} from ${minimum} to ${maximum}`,
})
const INTEGER = createNumbers('an integer')
const WORD: Describe = { of: (field) => quoteEach(listWords(field) ?? []) }
const LINK: Describe<LinkField> = { of: ({ to }, model) => describeLink(model, to) }

const VALUES = {
  line: TEXT,
  text: TEXT,
  markdown: TEXT,
  email: TEXT,
  url: TEXT,
  slug: {
    of: ({ schema: { maxLength } }) =>
      `small letters, digits and single dashes, at most ${maxLength} characters; without it, the service derives one`,
  },
  number: createNumbers('a number'),
  integer: INTEGER,
  decimal: {
    of: ({ schema: { precision, scale } }) =>
      `a text with a decimal of at most ${precision} digits, ${scale} of them behind the point`,
  },
  counter: INTEGER,
  flag: { of: () => 'true or false' },
  time: { of: () => 'a time (RFC 3339)' },
  tags: {
    of: ({ schema: { items, maxItems } }) =>
      `a list of at most ${maxItems} texts of ${items?.minLength} to ${items?.maxLength} characters`,
  },
  state: WORD,
  choice: WORD,
  date: { of: () => 'a date such as 2026-11-20' },
  json: { of: () => 'a value of JSON' },
  owner: LINK,
  one: LINK,
  many: { of: ({ toMany }, model) => `a list; of each, ${describeLink(model, toMany)}` },
  group: { of: ({ members }) => `an object with ${quoteEach(Object.keys(members))}` },
  list: {
    of: ({ item, schema: { maxItems } }, model) =>
      `a list of at most ${maxItems}: ${describeValue(model, item)}`,
  },
  blocks: {
    of: ({ blocks, schema: { maxItems } }) =>
      `a list of at most ${maxItems} objects with \`type\`, one of ${quoteEach(Object.keys(blocks))}, and their members`,
  },
} as const satisfies { readonly [K in FieldKind]: Describe<FieldOf<K>> }

const isWord = (field: Field): boolean => listWords(field) !== null

const describeValue = (model: ContentModel, field: Field): string => {
  const values: Describe = VALUES[field.kind]
  return values.of(field, model)
}

const describeMember = (model: ContentModel, field: Field): string => {
  const unique = field.isUnique ? '; no other record of the type has the same' : ''
  const usual = isWord(field) && field.initial !== null ? `; \`${String(field.initial)}\` by default` : ''
  return `${describeValue(model, field)}${unique}${usual}${field.isOptional ? ', or null' : ''}`
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
  const types = Object.entries(recordLineTypes(model)).map(([type, { required }]) => [
    type,
    Object.entries(descriptions[type] ?? {}).map(([name, description]) => ({
      name,
      required: required.includes(name),
      description,
    })),
  ])
  return Object.fromEntries(types)
}
