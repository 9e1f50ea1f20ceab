import {
  describeField,
  isLink,
  isOwner,
  isState,
  isTime,
  type ContentModel,
  type Field,
  type Fields,
  type RecordOperation,
  type RecordType,
  perModel,
} from '@content-service/domain'
import { Type, type TObject, type TSchema } from 'typebox'
import { bodyType, patchType, type BodyType } from '../body.ts'
import type { QueryParameters } from '../endpoint.ts'
import { pageParameters } from '../paging.ts'
import { personSchema } from '../people-schemas.ts'
import {
  closed,
  idOf,
  integerFrom,
  nullable,
  textUpTo,
  timestampOf,
  userIdText,
  versionNumber,
  wordOf,
} from '../schema-terms.ts'

type Body = BodyType<Readonly<Record<string, unknown>>>
const capitalize = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

type Members = Readonly<Record<string, TSchema>>

/** The JSON Schemas of a declared type, which the checks and the OpenAPI document use. */
export interface RecordSchemas {
  readonly shown: TObject
  readonly newBody: Body
  readonly patchBody: Body
  readonly listParameters: QueryParameters
}

const textSchema = (field: Field) => {
  const { schema, example } = field
  const { minLength, maxLength = 0 } = schema
  return textUpTo(maxLength, describeField(field), {
    ...(minLength !== undefined && { minLength }),
    ...(example !== undefined && { examples: [example] }),
  })
}

const plainSchema = (field: Field): TSchema & { readonly type: string } => {
  const { about, schema, example, publishedMaximum } = field
  const { type, minimum = 0, maximum = 0 } = schema
  if (isTime(field)) return timestampOf(about)
  if (isState(field)) return { ...wordOf(field.states, about), type: 'string' }
  if (type === 'array') return arraySchema(field)
  if (type === 'string') return textSchema(field)
  if (type === 'integer') return integerFrom(minimum, publishedMaximum ?? maximum, about)
  return Type.Number({ minimum, description: about, ...(example !== undefined && { examples: [example] }) })
}

const arraySchema = ({ about, schema: { items, maxItems = 0 } }: Field) =>
  Type.Array(
    textUpTo(items?.maxLength ?? 0, 'The service trims the text and changes it to lower case.', {
      minLength: items?.minLength,
    }),
    { maxItems, description: about },
  )

const valueSchema = (field: Field): TSchema => {
  if (isLink(field)) return idOf(`a ${field.to.word}`)
  return field.isOptional ? nullable(plainSchema(field)) : plainSchema(field)
}

export const inputSchemas = (inputs: Fields): Members =>
  Object.fromEntries(Object.entries(inputs).map(([name, field]) => [name, valueSchema(field)]))

const shownMember = (model: ContentModel, field: Field): TSchema => {
  if (isOwner(field)) return personSchema
  return isLink(field) ? shownSchema(model, model.typeNamed(field.to.name)) : valueSchema(field)
}

const shownMembers = (model: ContentModel, { fields }: RecordType): Members =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, shownMember(model, field)]))

const makeShownSchema = (model: ContentModel, type: RecordType): TObject => {
  const changing = { version: versionNumber, createdAt: timestampOf('The time of creation.') }
  const members = {
    id: idOf(`the ${type.word}`),
    ...shownMembers(model, type),
    ...(type.isFixed ? {} : changing),
  }
  return Type.Object(members, { ...closed, title: type.name, description: type.about })
}

const shownSchemas = perModel(() => new Map<RecordType, TObject>())

/** The same object for each call, so that the OpenAPI document has it once. */
const shownSchema = (model: ContentModel, type: RecordType): TObject => {
  const made = shownSchemas(model)
  const schema = made.get(type) ?? makeShownSchema(model, type)
  made.set(type, schema)
  return schema
}

/** Optional attributes may be left out of a new record; `everything` may be left out of a change. */
const membersOf = (inputs: Fields, canOmit: (field: Field) => boolean): Members =>
  Object.fromEntries(
    Object.entries(inputSchemas(inputs)).map(([name, schema]) => {
      const field = inputs[name]
      return [name, field && canOmit(field) ? Type.Optional(schema) : schema]
    }),
  )

const hasDefault = ({ isOptional, initial }: Field): boolean => isOptional || initial !== null

const newBody = (type: RecordType): Body =>
  bodyType(
    Type.Object(membersOf(type.inputs, hasDefault), {
      ...closed,
      title: `New${type.name}`,
      description: `A new ${type.word}.`,
    }),
  ) as Body

const PATCH = 'Members that you leave out keep their values; null clears a member that accepts null.'

/** A change of the first field that has an example. */
const exampleOfPatch = ({ inputs }: RecordType): object => {
  const [name, field] = Object.entries(inputs).find(([, { example }]) => example !== undefined) ?? []
  return name === undefined ? {} : { examples: [{ [name]: field?.example }] }
}

const patchBody = (type: RecordType): Body =>
  patchType(
    Type.Object(
      membersOf(type.inputs, () => true),
      { ...closed, title: `${type.name}Patch`, description: PATCH, ...exampleOfPatch(type) },
    ),
  ) as Body

const linkParameters = ({ plural, links }: RecordType): QueryParameters =>
  Object.fromEntries(
    links.map(({ attribute, field }) => {
      const { word } = field.to
      const id = isOwner(field) ? userIdText : idOf(`a ${word}`)
      const schema = { ...id, description: `Only ${plural} of this ${word}.` }
      return [field.parameter ?? attribute, { schema }]
    }),
  )

/** The body of a declared operation. */
export const operationBody = (type: RecordType, verb: string, { about, input }: RecordOperation): Body =>
  bodyType(
    Type.Object(
      membersOf(input, ({ isOptional }) => isOptional),
      { ...closed, title: `${capitalize(verb)}${type.name}`, description: about },
    ),
  ) as Body

export const recordSchemas = (model: ContentModel, type: RecordType): RecordSchemas => ({
  shown: shownSchema(model, type),
  newBody: newBody(type),
  patchBody: patchBody(type),
  listParameters: { ...pageParameters, ...linkParameters(type) },
})
