import type { RecordType } from '@content-service/domain'
import {
  describeChangeRight,
  describeField,
  describeInput,
  isGroup,
  isLink,
  isMany,
  isState,
  isTime,
  leadsToUser,
  nameOne,
  type Field,
  type Fields,
  type LinkField,
  type ManyField,
  type ValuesOf,
} from '@content-service/domain/model'
import { MAX_SENT_TAG_LENGTH, MAX_WORDS } from '@content-service/domain/rules'
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
} from '../schemas/schema-terms.ts'

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

const plainSchema = (field: Field): TSchema & { readonly type: string } => {
  const { about, schema, example, publishedMaximum } = field
  const { type, minimum = 0, maximum = 0 } = schema
  if (isTime(field)) return timestampSchema(about)
  if (isState(field)) return { ...wordSchema(field.states, about), type: 'string' }
  if (isGroup(field)) return objectSchema({ description: about }, fieldSchemas(field.members))
  if (type === 'array') return arraySchema(field)
  if (type === 'boolean') return Type.Boolean({ description: about })
  if (type === 'string') return fieldTextSchema(field)
  if (type === 'integer') return integerSchema(minimum, publishedMaximum ?? maximum, about)
  return Type.Number({ minimum, description: about, ...(example !== undefined && { examples: [example] }) })
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
const sentIdsSchema = ({ toMany, max }: ManyField): TSchema =>
  Type.Array(toMany.name === 'User' ? userIdInput : idSchema(nameOne(toMany.word)), { maxItems: max })

const inputSchema = (field: Field): TSchema => {
  if (isMany(field)) return sentIdsSchema(field)
  return field.schema.type === 'array' ? sentArraySchema(field) : valueSchema(field)
}

/** The id of the linked record. */
const linkSchema = (field: LinkField): TSchema => {
  if (leadsToUser(field)) return field.isOptional ? nullableUserIdInput : userIdInput
  const id = idSchema(nameOne(field.to.word))
  return field.isOptional ? nullableSchema(id) : id
}

export const valueSchema = (field: Field): TSchema => {
  if (isLink(field)) return linkSchema(field)
  return field.isOptional ? nullableSchema(plainSchema(field)) : plainSchema(field)
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
