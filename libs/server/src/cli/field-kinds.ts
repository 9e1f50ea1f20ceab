import { listWords, type Field, type FieldKind, type FieldOf } from '@content-service/domain/internal/model'

/** What the list says about a kind; methods, so that a row may know its fields better. */
interface Words<F extends Field = Field> {
  /** The name of the kind, which the lists of earlier versions have too: `types check` compares them. */
  name(field: F): string
  limits(field: F): string
}

const TEXT: Words = {
  name: ({ schema: { minLength } }) => (minLength === 1 ? 'line' : 'text'),
  limits: ({ schema: { maxLength } }) => (maxLength === undefined ? '' : `at most ${maxLength} characters`),
}

const createNumbers = (name: string): Words => ({
  name: () => name,
  limits: ({ schema: { minimum, maximum } }) => {
    if (minimum === undefined) return ''
    return maximum === undefined ? `from ${minimum}` : `${minimum} to ${maximum}`
  },
})

const createUnlimited = (name: string): Words => ({ name: () => name, limits: () => '' })

const INTEGER = createNumbers('integer')

const listAll = (field: Field): string => (listWords(field) ?? []).join(', ')

const WORDS = {
  line: TEXT,
  text: TEXT,
  markdown: { ...TEXT, name: () => 'markdown' },
  email: TEXT,
  url: TEXT,
  slug: { name: ({ from }) => `slug from ${from}`, limits: () => '' },
  number: createNumbers('number'),
  integer: INTEGER,
  counter: INTEGER,
  decimal: {
    // The digits are those of the column, which versions with other digits do not share.
    name: ({ schema: { precision, scale } }) => `decimal(${precision},${scale})`,
    limits: ({ schema: { least, most } }) =>
      [least && `from ${least}`, most && `to ${most}`].filter(Boolean).join(' '),
  },
  flag: createUnlimited('boolean'),
  time: createUnlimited('time'),
  tags: {
    name: () => 'tags',
    limits: ({ schema: { maxItems, items } }) =>
      `at most ${maxItems}, of ${items?.minLength} to ${items?.maxLength} characters`,
  },
  state: { name: () => 'state', limits: listAll },
  choice: { name: () => 'choice', limits: listAll },
  owner: createUnlimited('owner'),
  one: { name: ({ to }) => `one ${to.name}`, limits: () => '' },
  many: {
    name: ({ toMany }) => `many ${toMany.name}`,
    limits: ({ max, isOrdered }) => `at most ${max}${isOrdered ? ', in order' : ''}`,
  },
  json: createUnlimited('json'),
  date: {
    name: () => 'date',
    limits: ({ schema: { least, most } }) =>
      [least && `from ${least}`, most && `to ${most}`].filter(Boolean).join(' '),
  },
  group: createUnlimited('object'),
  list: {
    name: ({ item }) => `list of ${describeKind(item)}`,
    limits: ({ schema: { minItems = 0, maxItems = 0 } }) => `${minItems} to ${maxItems}`,
  },
  blocks: {
    name: ({ blocks }) => `blocks ${Object.keys(blocks).join(', ')}`,
    limits: ({ schema: { minItems = 0, maxItems = 0 } }) => `${minItems} to ${maxItems}`,
  },
} as const satisfies { readonly [K in FieldKind]: Words<FieldOf<K>> }

const findWords = ({ kind }: Field): Words => WORDS[kind]

/** The kind of a field, with the type to which a link leads. */
export const describeKind = (field: Field): string => findWords(field).name(field)

/** The limits of the values of a field, for people. */
export const describeLimits = (field: Field): string => findWords(field).limits(field)
