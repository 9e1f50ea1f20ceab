import type { RecordType } from '@content-service/domain'
import {
  describeChangeRight,
  describeField,
  describeInput,
  isJson,
  isMany,
  leadsToUser,
  listWords,
  nameOne,
  type Field,
  type FieldKind,
  type FieldOf,
  type Fields,
  type LinkField,
  type ManyField,
  type ValuesOf,
} from '@content-service/domain/internal/model'
import { MAX_SENT_TAG_LENGTH, MAX_WORDS } from '@content-service/domain/internal/rules'
import { Type, type TSchema, type TUnsafe } from 'typebox'
import {
  idSchema,
  integerSchema,
  nullableSchema,
  nullableUserIdInput,
  objectSchema,
  textSchema,
  timestampSchema,
  userIdInput,
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
  group: { shown: ({ about, members }) => objectSchema({ description: about }, fieldSchemas(members)) },
} as const satisfies { readonly [K in FieldKind]: Schemas<FieldOf<K>> }

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

const inputSchema = (field: Field): TSchema => {
  const schemas: Schemas = SCHEMAS[field.kind]
  return schemas.sent ? schemas.sent(field) : valueSchema(field)
}

/** The facts of a type that the descriptions of its inputs tell. */
type Described = Pick<RecordType, 'manyLinks' | 'changeRights'>

/** C14.2, C14.3: what the input does with a list of links, and which permission changes the value. */
const describe = (type: Described, name: string, field: Field): object => {
  const schema = inputSchema(field) as { readonly description?: string }
  if (isMany(field)) return { ...schema, description: describeInput(type, [name, field]) }
  const right = describeChangeRight(type, name)
  return right === '' ? schema : { ...schema, description: `${schema.description ?? ''}${right}`.trim() }
}

/** The schemas of inputs; those of a type with what changes them. */
export const inputSchemas = (inputs: Fields, type?: Described): Members =>
  Object.fromEntries(
    Object.entries(inputs).map(([name, field]) => [
      name,
      type ? describe(type, name, field) : inputSchema(field),
    ]),
  )

/** The schemas of stored values. */
export const fieldSchemas = <F extends Fields>(
  fields: F,
): { readonly [Name in keyof F]: TUnsafe<ValuesOf<F>[Name]> } =>
  // Each name has the schema of its field.
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, valueSchema(field)])) as never
