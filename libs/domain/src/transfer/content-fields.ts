import { RECORD_TYPES, type ContentRecord } from './content-record.ts'

type Types = typeof RECORD_TYPES
type Member<Type extends ContentRecord['type']> = keyof Types[Type]['rules'] & string

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
  category: { name: 'the name; no other category has it' },
  product: {
    ref: REF,
    title: '1 to 300 characters',
    description: 'a text, or null',
    price: 'a number, at least 0',
    stock: 'an integer, at least 0',
    category: 'the name of a category',
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
} as const satisfies { readonly [Type in keyof Types]: Readonly<Record<Member<Type>, string>> }

export interface ContentField {
  readonly name: string
  readonly required: boolean
  readonly description: string
}

/** The members of each type of line, in the order of their rules. */
export const listContentFields = (): Readonly<Record<ContentRecord['type'], readonly ContentField[]>> => {
  const types = Object.entries(RECORD_TYPES).map(([type, { required }]) => [
    type,
    Object.entries(DESCRIPTIONS[type as ContentRecord['type']]).map(([name, description]) => ({
      name,
      required: (required as readonly string[]).includes(name),
      description,
    })),
  ])
  return Object.fromEntries(types)
}
