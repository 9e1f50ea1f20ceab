import {
  isLink,
  isOwner,
  nameListed,
  nameNewBody,
  nameOperationBody,
  namePatchBody,
  type ContentModel,
  type Field,
  type Fields,
  type LinkField,
  type RecordOperation,
  type RecordType,
  type Row,
  perModel,
} from '@content-service/domain'
import { Type, type TObject, type TSchema } from 'typebox'
import { createBodyType, createPatchType, type BodyType } from '../body.ts'
import { personSchema } from '../people-schemas.ts'
import { inputSchemas, valueSchema, type Members } from './field-schemas.ts'
import type { SpecialMember } from '../shape.ts'
import { closed, idSchema, nullableTimestampSchema, timestampSchema, versionNumber } from '../schema-terms.ts'

type Body = BodyType<Readonly<Record<string, unknown>>>

/** The JSON Schemas of a declared type, which the checks and the OpenAPI document use. */
export interface RecordSchemas {
  /** A record in a list, without its long texts. */
  readonly listed: TObject
  readonly shown: TObject
  /** The members of a shown record that are not the attribute of their own name. */
  readonly special: Readonly<Record<string, SpecialMember>>
  readonly newBody: Body
  readonly patchBody: Body
}

/** An article or a comment has an address of its own, so that a record with a link to it shows only the id. */
const idObject = ({ to, about }: LinkField): TSchema =>
  Type.Object({ id: idSchema(`the ${to.word}`) }, { ...closed, description: about })

const specialMembers = (
  model: ContentModel,
  { links }: RecordType,
): Readonly<Record<string, SpecialMember>> =>
  Object.fromEntries(
    links.flatMap(({ name, attribute, field }) =>
      isOwner(field) || model.typeNamed(field.to.name).custom === null
        ? []
        : [[name, { reads: [attribute], show: (row: Row) => ({ id: row[attribute] }) }]],
    ),
  )

const shownMember = (model: ContentModel, field: Field): TSchema => {
  if (isOwner(field)) return personSchema
  if (!isLink(field)) return valueSchema(field)
  const linked = model.typeNamed(field.to.name)
  return linked.custom ? idObject(field) : shownSchema(model, linked)
}

const VERSION: Members = {
  version: versionNumber,
  createdAt: timestampSchema('The time of creation.'),
  updatedAt: nullableTimestampSchema('The time of the last change; null until then.'),
}

/** The members of a record, in the order of its declaration. */
const shownMembers = (model: ContentModel, { word, shown, isFixed, custom }: RecordType): Members => ({
  id: idSchema(`the ${word}`),
  ...Object.fromEntries(
    Object.entries(shown).flatMap(([name, field]) =>
      custom && field.isInternal ? [] : [[name, shownMember(model, field)]],
    ),
  ),
  ...(isFixed ? {} : VERSION),
})

const makeShownSchema = (model: ContentModel, type: RecordType): TObject =>
  Type.Object(shownMembers(model, type), { ...closed, title: type.name, description: type.about })

const shownSchemas = perModel(() => new Map<RecordType, TObject>())

/** The same object for each call, so that the OpenAPI document has it once. */
const shownSchema = (model: ContentModel, type: RecordType): TObject => {
  const made = shownSchemas(model)
  const schema = made.get(type) ?? makeShownSchema(model, type)
  made.set(type, schema)
  return schema
}

/** Optional attributes may be left out of a new record; `everything` may be left out of a change. */
const createMembers = (inputs: Fields, canOmit: (field: Field) => boolean): Members =>
  Object.fromEntries(
    Object.entries(inputSchemas(inputs)).map(([name, schema]) => {
      const field = inputs[name]
      return [name, field && canOmit(field) ? Type.Optional(schema) : schema]
    }),
  )

const hasDefault = ({ isOptional, initial }: Field): boolean => isOptional || initial !== null

export const newBody = (type: RecordType, more: Members = {}): Body =>
  createBodyType(
    Type.Object(
      { ...createMembers(type.inputs, hasDefault), ...more },
      { ...closed, title: nameNewBody(type), description: `A new ${type.word}.` },
    ),
  ) as Body

const PATCH = 'Members that you leave out keep their values; null clears a member that accepts null.'

/** A change of the first field that has an example. */
const createPatchExample = ({ inputs }: RecordType): object => {
  const [name, field] = Object.entries(inputs).find(([, { example }]) => example !== undefined) ?? []
  return name === undefined ? {} : { examples: [{ [name]: field?.example }] }
}

export const patchBody = (type: RecordType, more: Members = {}): Body =>
  createPatchType(
    Type.Object(
      { ...createMembers(type.inputs, () => true), ...more },
      { ...closed, title: namePatchBody(type), description: PATCH, ...createPatchExample(type) },
    ),
  ) as Body

/** The body of a declared operation. */
export const operationBody = (type: RecordType, verb: string, { about, input }: RecordOperation): Body =>
  createBodyType(
    Type.Object(
      createMembers(input, ({ isOptional }) => isOptional),
      { ...closed, title: nameOperationBody(type, verb), description: about },
    ),
  ) as Body

/** Characters of a text that a list leaves out. */
const TOO_LONG = 100_000

const listedSchema = (model: ContentModel, type: RecordType): TObject => {
  const shown = shownSchema(model, type)
  const isLong = (name: string): boolean => (type.attributes[name]?.schema.maxLength ?? 0) > TOO_LONG
  const kept = Object.entries(shown.properties).filter(([name]) => !isLong(name))
  if (kept.length === Object.keys(shown.properties).length) return shown
  return Type.Object(Object.fromEntries(kept), {
    ...closed,
    title: nameListed(type),
    description: `${type.about.replace(/\.$/, '')}, without long texts.`,
  })
}

export const recordSchemas = (model: ContentModel, type: RecordType): RecordSchemas => ({
  special: specialMembers(model, type),
  listed: listedSchema(model, type),
  shown: shownSchema(model, type),
  newBody: newBody(type),
  patchBody: patchBody(type),
})
