import type { RecordType } from '@content-service/domain'
import {
  describeChangeRight,
  describeField,
  describeInput,
  isJson,
  isLink,
  isMany,
  leadsToUser,
  listWords,
  namePartMember,
  nameOne,
  type Field,
  type FieldKind,
  type FieldOf,
  isGroup,
  type BlocksField,
  type Fields,
  type GroupField,
  type LinkField,
  type ListField,
  type ManyField,
  type ValuesOf,
} from '@content-service/domain/internal/model'
import { MAX_SENT_TAG_LENGTH, MAX_WORDS } from '@content-service/domain/internal/rules'
import { Type, type TSchema, type TUnsafe } from 'typebox'
import { asPart } from './part-mark.ts'
import {
  idSchema,
  integerSchema,
  nullableSchema,
  nullableUserIdInput,
  objectSchema,
  textSchema,
  timestampSchema,
  userIdInput,
  userIdText,
  wordSchema,
} from './schema-terms.ts'

export type Members = Readonly<Record<string, TSchema>>

const fieldTextSchema = (field: Field) => {
  const { schema, example } = field
  const { minLength, maxLength = 0, format, pattern } = schema
  return textSchema(maxLength, describeField(field), {
    ...(minLength !== undefined && { minLength }),
    ...(format !== undefined && { format }),
    ...(pattern !== undefined && { pattern }),
    ...(example !== undefined && { examples: [example] }),
  })
}

const arraySchema = ({ about, schema: { items, maxItems = 0 } }: Field) =>
  Type.Array(textSchema(items?.maxLength ?? 0, 'A text of the list.', { minLength: items?.minLength }), {
    maxItems,
    description: about,
  })

/** C12.5: the limits of a list hold after the service has trimmed the texts and removed duplicates. */
const sentArraySchema = ({ about, schema: { maxItems } }: Field) =>
  Type.Array(textSchema(MAX_SENT_TAG_LENGTH, 'The service trims the text and changes it to lower case.'), {
    maxItems: MAX_WORDS,
    description: `${about} At most ${maxItems} different texts. The service removes duplicates.`,
  })

/** C14.2. */
const idsSchema = (field: ManyField): TSchema =>
  Type.Array(leadsToUser(field) ? userIdInput : idSchema(nameOne(field.toMany.word)), { maxItems: field.max })

const integerFieldSchema = ({ about, schema: { minimum = 0, maximum = 0 }, publishedMaximum }: Field) =>
  integerSchema(minimum, publishedMaximum ?? maximum, about)

const numberSchema = ({ about, schema: { minimum = 0, maximum }, example }: Field) =>
  Type.Number({
    minimum,
    ...(maximum !== undefined && { maximum }),
    description: about,
    ...(example !== undefined && { examples: [example] }),
  })

/** The id of the linked record. */
const linkSchema = (field: LinkField): TSchema =>
  leadsToUser(field) ? userIdInput : idSchema(nameOne(field.to.word))

/** The schemas of a kind; methods, so that a row may know its fields better. */
interface Schemas<F extends Field = Field> {
  /** A value that is not null. */
  shown(field: F): TSchema
  /** What clients send; by default what they see. */
  sent?(field: F): TSchema
  /** What clients send to change a value; by default what they send. */
  changed?(field: F): TSchema
}

const TEXT: Schemas = { shown: fieldTextSchema }
const INTEGER: Schemas = { shown: integerFieldSchema }
const WORD: Schemas = {
  shown: (field) => ({ ...wordSchema(listWords(field) ?? [], field.about), type: 'string' }),
}
const LINK: Schemas<LinkField> = { shown: linkSchema }

const SCHEMAS = {
  line: TEXT,
  text: TEXT,
  markdown: TEXT,
  email: TEXT,
  url: TEXT,
  slug: TEXT,
  number: { shown: numberSchema },
  integer: INTEGER,
  decimal: { shown: fieldTextSchema },
  counter: INTEGER,
  flag: { shown: ({ about }) => Type.Boolean({ description: about }) },
  time: { shown: (field) => timestampSchema(describeField(field)) },
  tags: { shown: arraySchema, sent: sentArraySchema },
  state: WORD,
  choice: WORD,
  date: {
    shown: (field) => Type.String({ format: 'date', maxLength: 10, description: describeField(field) }),
  },
  json: {
    shown: ({ about }) =>
      Type.Unsafe({ description: `${about} A value of JSON, which the model describes.` }),
  },
  owner: LINK,
  one: LINK,
  many: { shown: idsSchema },
  group: {
    shown: showGroup,
    sent: (field) => partSchema(field, sendMembers(field.members)),
    changed: (field) => partSchema(field, changeMembers(field.members)),
  },
  list: { shown: (field) => listSchema(field, showItem), sent: (field) => listSchema(field, sendItem) },
  blocks: {
    shown: (field) => blocksSchema(field, showMembers, KEY),
    sent: (field) => blocksSchema(field, sendMembers, Type.Optional(KEY)),
  },
} as const satisfies { readonly [K in FieldKind]: Schemas<FieldOf<K>> }

const KEY = textSchema(
  64,
  'Tells the part from the others of its list. The service makes one for a part without a key.',
  {
    minLength: 1,
  },
)

function showGroup(field: GroupField): TSchema {
  return partSchema(field, showMembers(field.members))
}

const partSchema = (field: Field, members: Members): TSchema =>
  asPart(field, objectSchema({ description: field.about }, members))

const readBounds = ({ schema: { minItems, maxItems = 0 } }: Field) => ({
  ...(minItems !== undefined && { minItems }),
  maxItems,
})

const listSchema = (field: ListField, createItem: (item: Field) => TSchema): TSchema => {
  const { about, item, schema } = field
  const { uniqueItems } = schema
  const options = { ...readBounds(field), ...(uniqueItems && { uniqueItems }), description: about }
  return asPart(field, Type.Array(createItem(item), options))
}

const blocksSchema = (
  field: BlocksField,
  createMembers: (members: Fields) => Members,
  key: TSchema,
): TSchema => {
  const types = Object.entries(field.blocks).map(([type, members]) =>
    objectSchema(
      { description: `A block ${type}.` },
      { type: Type.Literal(type), key, ...createMembers(members) },
    ),
  )
  const items = Type.Unsafe({ oneOf: types, discriminator: { propertyName: 'type' } })
  return asPart(field, Type.Array(items, { ...readBounds(field), description: field.about }))
}

const allowNull = (field: Field, schema: TSchema): TSchema => {
  // A value of JSON can be null.
  if (!field.isOptional || isJson(field)) return schema
  // A schema that parts of the document refer to has a twin for null.
  return schema === userIdInput ? nullableUserIdInput : nullableSchema(schema as TSchema & { type: string })
}

export const valueSchema = (field: Field): TSchema => {
  const schemas: Schemas = SCHEMAS[field.kind]
  return allowNull(field, schemas.shown(field))
}

const hasDefault = ({ isOptional, initial }: Field): boolean => isOptional || initial !== null

/** C14.2: a link in a part is null for a caller who does not see it, and a part can come back without it. */
const allowHidden = (field: Field, schema: TSchema): TSchema =>
  isLink(field) ? allowNull({ ...field, isOptional: true }, schema) : schema

const showMembers = (members: Fields): Members =>
  Object.fromEntries(
    Object.entries(members).map(([name, member]) => {
      if (!isLink(member)) return [name, valueSchema(member)]
      const id = leadsToUser(member) ? userIdText : idSchema(nameOne(member.to.word))
      return [namePartMember(name, member), nullableSchema({ ...id, description: describeField(member) })]
    }),
  )

/** The schemas of the input of an operation, of which members with a default can be left out. */
export const sendInput = (input: Fields): Members =>
  Object.fromEntries(
    Object.entries(input).map(([name, field]) => {
      const schema = inputSchema(field, 'new')
      return [name, hasDefault(field) ? Type.Optional(schema) : schema]
    }),
  )

const sendMembers = (members: Fields): Members =>
  Object.fromEntries(
    Object.entries(members).map(([name, member]) => {
      const schema = allowHidden(member, inputSchema(member, 'new'))
      const isOptional = isLink(member) || hasDefault(member)
      return [namePartMember(name, member), isOptional ? Type.Optional(schema) : schema]
    }),
  )

const changeMembers = (members: Fields): Members =>
  Object.fromEntries(
    Object.entries(members).map(([name, member]) => [
      namePartMember(name, member),
      Type.Optional(allowHidden(member, inputSchema(member, 'change'))),
    ]),
  )

const showItem = (item: Field): TSchema =>
  isGroup(item) ? partSchema(item, { key: KEY, ...showMembers(item.members) }) : valueSchema(item)

const sendItem = (item: Field): TSchema =>
  isGroup(item)
    ? partSchema(item, { key: Type.Optional(KEY), ...sendMembers(item.members) })
    : inputSchema(item, 'new')

/** Whether a body has a new value, or changes one. */
type Purpose = 'new' | 'change'

const inputSchema = (field: Field, purpose: Purpose): TSchema => {
  const schemas: Schemas = SCHEMAS[field.kind]
  const create = (purpose === 'change' && schemas.changed) || schemas.sent || schemas.shown
  return allowNull(field, create(field))
}

/** The facts of a type that the descriptions of its inputs tell. */
type Described = Pick<RecordType, 'manyLinks' | 'changeRights'>

/** C14.2, C14.3: what the input does with a list of links, and which permission changes the value. */
const describe = (type: Described, [name, field]: readonly [string, Field], purpose: Purpose): object => {
  const schema = inputSchema(field, purpose) as { readonly description?: string }
  if (isMany(field)) return { ...schema, description: describeInput(type, [name, field]) }
  const right = describeChangeRight(type, name)
  return right === '' ? schema : { ...schema, description: `${schema.description ?? ''}${right}`.trim() }
}

/** The schemas of inputs; those of a type with what changes them. */
export const inputSchemas = (inputs: Fields, type?: Described, purpose: Purpose = 'new'): Members =>
  Object.fromEntries(
    Object.entries(inputs).map((entry) => [
      entry[0],
      type ? describe(type, entry, purpose) : inputSchema(entry[1], purpose),
    ]),
  )

/** The schemas of stored values. */
export const fieldSchemas = <F extends Fields>(
  fields: F,
): { readonly [Name in keyof F]: TUnsafe<ValuesOf<F>[Name]> } =>
  // Each name has the schema of its field.
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, valueSchema(field)])) as never
