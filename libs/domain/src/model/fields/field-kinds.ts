import type { Fact } from '../../access/rights.ts'
import { clearable, type Rule } from '../../rules/accept.ts'
import { DECIMAL_PATTERN } from '../../rules/decimal.ts'
import { leadsToUser, listWords, type Field, type FieldKind, type LinkField } from './field.ts'
import type { FieldOf } from './special-fields.ts'
import { day, flag, number, text, texts, time } from './typed-rule.ts'

/** The kinds of values that filters compare (C13.1). */
export type ValueKind =
  | 'id'
  | 'text'
  | 'integer'
  | 'number'
  | 'decimal'
  | 'time'
  | 'date'
  | 'flag'
  | 'choice'
  | 'texts'
  | 'list'
  | 'parts'
  | 'json'

/** What the domain knows of the fields of a kind. The members are methods, so that a row may know its fields better. */
interface Kind<F extends Field = Field> {
  /** Null if no filter compares the values. */
  readonly compared: ValueKind | null
  /** The JSON type of an example and of an initial value; null for kinds whose declaration gives none. */
  readonly sample: 'string' | 'number' | 'integer' | 'boolean' | null
  /** The fact by which rules can decide (C14.3). */
  fact(field: F): Fact | null
  /** The rule of a value whose type no schema has checked, such as that of a file. */
  rule(check: F['check']): Rule
  /** The most bytes of a value in an index. */
  countBytes(field: F): number
  /** The JSON Schema of the value in events, without maxima: they may change without a new version of the event. */
  eventSchema(field: F): Readonly<Record<string, unknown>>
}

/** The longest text by which a rule can decide, because rows and events have the texts that rules compare. */
const LONGEST_FACT = 10_000
const BYTES_PER_CHARACTER = 4
const UUID_BYTES = 16
const INTEGER_BYTES = 4
const NUMBER_BYTES = 8
/** The bytes of a decimal without its digits. */
const NUMERIC_BYTES = 12

/** The part of a row that kinds without texts and links have in common. */
const PLAIN = { countBytes: () => NUMBER_BYTES } as const

const countMost = ({ schema: { maxLength = 0 } }: Field): number => maxLength

const TEXT: Kind = {
  compared: 'text',
  sample: 'string',
  fact: (field) => (countMost(field) > LONGEST_FACT ? null : 'text'),
  rule: text,
  countBytes: (field) => countMost(field) * BYTES_PER_CHARACTER,
  eventSchema: () => ({ type: 'string' }),
}

const INTEGER: Kind = {
  ...PLAIN,
  compared: 'integer',
  sample: 'integer',
  fact: () => 'integer',
  rule: number,
  eventSchema: ({ schema: { minimum } }) => ({ type: 'integer', minimum }),
}

/** C2.1: the id of a user is an integer. */
const idSchema = (field: Field) =>
  leadsToUser(field) ? { type: 'integer', minimum: 1 } : { type: 'string', format: 'uuid' }

/** A word of a closed set. */
const WORD: Kind = {
  compared: 'choice',
  sample: 'string',
  fact: (field) => listWords(field) ?? [],
  rule: text,
  countBytes: (field) => Math.max(...(listWords(field) ?? []).map((word) => word.length)),
  eventSchema: (field) => ({ enum: listWords(field) }),
}

const LINK: Kind<LinkField> = {
  compared: 'id',
  sample: null,
  fact: (field) => (leadsToUser(field) ? 'user' : 'record'),
  rule: text,
  countBytes: (field) => (leadsToUser(field) ? INTEGER_BYTES : UUID_BYTES),
  eventSchema: idSchema,
}

/** The rules of parts check the types of their members. */
const PARTS = {
  ...PLAIN,
  compared: null,
  sample: null,
  fact: () => null,
  rule: (check: Field['check']): Rule => check,
} as const

const SEVERAL_PARTS: Kind = { ...PARTS, compared: 'parts', eventSchema: () => ({ type: 'array' }) }

/** One row for each kind; beside it, each library that reads or writes values has a table of its own. */
const FIELD_KINDS = {
  line: TEXT,
  text: TEXT,
  markdown: TEXT,
  email: TEXT,
  url: TEXT,
  slug: TEXT,
  number: {
    ...PLAIN,
    compared: 'number',
    sample: 'number',
    fact: () => 'number',
    rule: number,
    eventSchema: ({ schema: { minimum } }) => ({ type: 'number', minimum }),
  },
  integer: INTEGER,
  decimal: {
    compared: 'decimal',
    sample: 'string',
    fact: () => 'decimal',
    rule: text,
    countBytes: ({ schema: { precision = 0 } }) => NUMERIC_BYTES + precision,
    eventSchema: () => ({ type: 'string', pattern: `^${DECIMAL_PATTERN}$` }),
  },
  counter: INTEGER,
  flag: {
    ...PLAIN,
    compared: 'flag',
    sample: 'boolean',
    fact: () => 'flag',
    rule: () => flag,
    eventSchema: () => ({ type: 'boolean' }),
  },
  time: {
    ...PLAIN,
    compared: 'time',
    sample: 'string',
    fact: () => 'time',
    rule: time,
    eventSchema: () => ({ type: 'string', format: 'date-time' }),
  },
  date: {
    ...PLAIN,
    compared: 'date',
    sample: 'string',
    fact: () => 'date',
    rule: day,
    eventSchema: () => ({ type: 'string', format: 'date' }),
  },
  tags: {
    ...PLAIN,
    compared: 'texts',
    sample: null,
    fact: () => null,
    rule: texts,
    eventSchema: () => ({ type: 'array', items: { type: 'string' } }),
  },
  state: WORD,
  choice: WORD,
  json: {
    ...PLAIN,
    compared: 'json',
    sample: null,
    fact: () => null,
    rule: (check) => check,
    eventSchema: () => ({}),
  },
  owner: LINK,
  one: LINK,
  many: {
    ...PLAIN,
    compared: null,
    sample: null,
    fact: () => null,
    rule: texts,
    eventSchema: (field) => ({ type: 'array', items: idSchema(field) }),
  },
  group: { ...PARTS, eventSchema: () => ({ type: 'object' }) },
  list: { ...SEVERAL_PARTS, compared: 'list' },
  blocks: SEVERAL_PARTS,
} as const satisfies { readonly [K in FieldKind]: Kind<FieldOf<K>> }

/** The names of all kinds. */
export const FIELD_KIND_NAMES = Object.keys(FIELD_KINDS) as readonly FieldKind[]

/** What the domain knows of the kind of a field. */
export const findKind = ({ kind }: Field): Kind => FIELD_KINDS[kind]

/** The rule of a field, for values whose type no schema has checked: those of a file and of a test. */
export const createTypedRule = (field: Field): Rule => {
  const rule = findKind(field).rule(field.check)
  return field.isOptional ? clearable(rule) : rule
}
