import { type ContentModel, type RecordType } from '@content-service/domain'
import {
  describeHidden,
  isLink,
  isOwner,
  isText,
  leadsToUser,
  listCounters,
  nameListed,
  nameNewBody,
  nameOne,
  nameOperationBody,
  namePatchBody,
  type Field,
  type Fields,
  type LinkField,
  type RecordOperation,
  perModel,
} from '@content-service/domain/internal/model'
import { Type, type TObject, type TSchema } from 'typebox'
import { createBodyType, createPatchType, type BodyType } from '../requests/body.ts'
import { mergeJson } from '../requests/merge-json.ts'
import { personSchema } from '../schemas/people-schemas.ts'
import {
  closed,
  idSchema,
  nullableSchema,
  nullableTimestampSchema,
  timestampSchema,
  userIdText,
  versionNumber,
} from '../schemas/schema-terms.ts'
import { describeLinkId } from '../schemas/shape.ts'
import { inputSchemas, valueSchema, type Members } from '../schemas/field-schemas.ts'
import { shownActions } from '../schemas/actions-schema.ts'
import { shownIdsSchema } from './link-lists.ts'

type Body = BodyType<Readonly<Record<string, unknown>>>

/** The JSON Schemas of a declared type, which the checks and the OpenAPI document use. */
export interface RecordSchemas {
  /** A record in a list, without its long texts. */
  readonly listed: TObject
  readonly shown: TObject
  readonly newBody: Body
  readonly patchBody: Body
  /** A record that a PUT by its ref changes. */
  readonly upsertBody: Body
}

/** Whether each record has some text in the field. */
const isFilled = (field: Field): boolean => isText(field) && field.schema.minLength === 1

/** The field by which people know a record: `title`, else `name`, else the first line. */
const findTitle = ({ attributes, shown }: RecordType): string | undefined => {
  const lines = Object.keys(shown).filter((name) => attributes[name] && isFilled(attributes[name]))
  return ['title', 'name', ...lines].find((name) => lines.includes(name))
}

/**
 * An article or a comment has an address of its own, and a record of the same type or of a circle of types could lead to
 * others without end, so that a record with a link to it shows only the id and the title.
 */
const shortForm = ({ to, about }: LinkField, linked: RecordType): TSchema => {
  const title = findTitle(linked)
  const field = title === undefined ? undefined : linked.attributes[title]
  return Type.Object(
    { id: idSchema(`the ${to.word}`), ...(title !== undefined && field && { [title]: valueSchema(field) }) },
    { ...closed, description: about },
  )
}

/** C14.2: the record of a link, or null. */
export const hideableSchema = (field: LinkField, schema: TSchema): TSchema =>
  Type.Unsafe({
    anyOf: [schema, { type: 'null' }],
    description: `${field.about}${describeHidden(field)}`,
  })

/** C4.9: whoever reads a product may read its category, because both have the same rights. */
const isAlwaysReadable = ({ permissions }: RecordType, { isNonNull }: LinkField, linked: RecordType) =>
  isNonNull && linked.permissions.read === permissions.read

const shownMember = (model: ContentModel, type: RecordType, field: Field): TSchema => {
  if (isOwner(field)) return personSchema
  if (!isLink(field)) return valueSchema(field)
  if (leadsToUser(field)) return hideableSchema(field, personSchema)
  const linked = model.typeNamed(field.to.name)
  const isShort = linked.custom !== null || linked.name === type.name || field.isLate
  const schema = isShort ? shortForm(field, linked) : linkedSchema(model, linked)
  return isAlwaysReadable(type, field, linked) ? schema : hideableSchema(field, schema)
}

/** C14.2: the id of a link, beside its short form in the bodies of declared types. */
const linkIds = (model: ContentModel, type: RecordType, [name, field]: readonly [string, Field]): Members => {
  const link = type.links.find((each) => each.name === name)
  if (type.custom !== null || !isLink(field) || isOwner(field) || link === undefined) return {}
  const id = leadsToUser(field) ? userIdText : idSchema(`the ${field.to.word}`)
  const isShown = isAlwaysReadable(type, field, model.typeNamed(field.to.name))
  return { [link.attribute]: describeLinkId(name, isShown ? id : nullableSchema(id)) }
}

/** The members of a record for a field. */
export const showMember = (
  model: ContentModel,
  type: RecordType,
  [name, field]: readonly [string, Field],
): Members => {
  const link = type.manyLinks.find((each) => each.name === name)
  if (link) return { [link.attribute]: shownIdsSchema(model, link.field) }
  return { [name]: shownMember(model, type, field), ...linkIds(model, type, [name, field]) }
}

const VERSION: Members = {
  version: versionNumber,
  createdAt: timestampSchema('The time of creation.'),
}
const CHANGED: Members = {
  updatedAt: nullableTimestampSchema('The time of the last change; null until then.'),
}
/** C13.1: bodies of declared types show it. */
const CHANGED_OR_CREATED: Members = {
  changedAt: timestampSchema('The time of the last change, or of the creation before the first change.'),
}

/** C6.8, C17.5: what readers change is at an address of its own, so that it changes no entity tag. */
const isInBody = (type: RecordType, [name, field]: readonly [string, Field]): boolean =>
  !(type.custom && field.isInternal) && !listCounters(type).includes(name)

/** The members of a record, in the order of its declaration. */
const shownMembers = (model: ContentModel, type: RecordType): Members => ({
  id: idSchema(`the ${type.word}`),
  ...Object.assign(
    {},
    ...Object.entries(type.shown).map(([name, field]) =>
      isInBody(type, [name, field]) ? showMember(model, type, [name, field]) : {},
    ),
  ),
  ...(type.isFixed ? {} : VERSION),
  ...(type.showsChangeTime ? CHANGED : {}),
  ...(type.showsChangeTime && type.custom === null ? CHANGED_OR_CREATED : {}),
  ...shownActions,
})

const makeShownSchema = (model: ContentModel, type: RecordType): TObject =>
  Type.Object(shownMembers(model, type), { ...closed, title: type.name, description: type.about })

/** Makes the same object for each call, so that the OpenAPI document has it once. */
const keepSchemas = (make: (model: ContentModel, type: RecordType) => TObject) => {
  const schemas = perModel(() => new Map<RecordType, TObject>())
  return (model: ContentModel, type: RecordType): TObject => {
    const made = schemas(model)
    const schema = made.get(type) ?? make(model, type)
    made.set(type, schema)
    return schema
  }
}

export const shownSchema = keepSchemas(makeShownSchema)

/** Optional attributes may be left out of a new record; `everything` may be left out of a change. */
const createMembers = (
  inputs: Fields,
  canOmit: (field: Field) => boolean,
  type?: Pick<RecordType, 'manyLinks' | 'changeRights'>,
  purpose: 'new' | 'change' = 'new',
): Members =>
  Object.fromEntries(
    Object.entries(inputSchemas(inputs, type, purpose)).map(([name, schema]) => {
      const field = inputs[name]
      return [name, field && canOmit(field) ? Type.Optional(schema) : schema]
    }),
  )

const hasDefault = ({ isOptional, initial }: Field): boolean => isOptional || initial !== null

export const newBody = (type: RecordType, more: Members = {}): Body =>
  createBodyType(
    Type.Object(
      { ...createMembers(type.inputs, hasDefault, type), ...more },
      { ...closed, title: nameNewBody(type), description: `A new ${type.word}.` },
    ),
  ) as Body

/** C14.4: the body that changes a record by its ref: members that are left out stay. */
const upsertBody = (type: RecordType): Body =>
  createBodyType(
    Type.Object(
      createMembers(type.inputs, () => true, type),
      { ...closed, description: `Members of ${nameOne(type.word)}.` },
    ),
  ) as Body

/** The members of a change of these inputs, each of which may be left out. */
export const changeMembers = (type: RecordType, names: readonly string[]): Members => {
  const inputs = Object.entries(type.changeInputs).filter(([name]) => names.includes(name))
  return createMembers(Object.fromEntries(inputs), () => true, type, 'change')
}

const PATCH = 'Properties that you leave out keep their values; null clears a property that accepts null.'

/** A change of the first field that has an example. */
const createPatchExample = ({ inputs }: RecordType): object => {
  const [name, field] = Object.entries(inputs).find(([, { example }]) => example !== undefined) ?? []
  return name === undefined ? {} : { examples: [{ [name]: field?.example }] }
}

export const patchBody = (type: RecordType, more: Members = {}): Body =>
  createPatchType(
    Type.Object(
      { ...changeMembers(type, Object.keys(type.changeInputs)), ...more },
      { ...closed, title: namePatchBody(type), description: PATCH, ...createPatchExample(type) },
    ),
    mergeJson(type.changeInputs),
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

/** Whether lists leave the field out. */
export const isLongText = ({ attributes, computed }: RecordType, name: string): boolean =>
  ((attributes[name] ?? computed[name])?.schema.maxLength ?? 0) > TOO_LONG

const makeListedSchema = (model: ContentModel, type: RecordType): TObject => {
  const shown = shownSchema(model, type)
  const isLinks = (name: string): boolean => type.manyLinks.some(({ attribute }) => attribute === name)
  const kept = Object.entries(shown.properties).filter(([name]) => !isLongText(type, name) && !isLinks(name))
  if (kept.length === Object.keys(shown.properties).length) return shown
  return Type.Object(Object.fromEntries(kept), {
    ...closed,
    title: nameListed(type),
    description: `${type.about.replace(/\.$/, '')}, ${type.manyLinks.length > 0 ? 'without long texts and lists of ids' : 'without long texts'}.`,
  })
}

const listedSchema = keepSchemas(makeListedSchema)

/** The record of a link: the lists of ids are in the body of the record itself (C14.2). */
export const linkedSchema = (model: ContentModel, type: RecordType): TObject =>
  type.manyLinks.length > 0 ? listedSchema(model, type) : shownSchema(model, type)

export const recordSchemas = (model: ContentModel, type: RecordType): RecordSchemas => ({
  listed: listedSchema(model, type),
  shown: shownSchema(model, type),
  newBody: newBody(type),
  patchBody: patchBody(type),
  upsertBody: upsertBody(type),
})
