import {
  isLink,
  isOwner,
  isTime,
  type ContentModel,
  type Field,
  type LinkField,
  type RecordType,
  type Row,
  type Selection,
} from '@content-service/domain'
import { contentTag, etagOf } from '../etag.ts'
import { PERSON, presentPerson, timeOrNull } from '../present.ts'

const ownFields = ({ fields }: RecordType): readonly (readonly [string, Field])[] =>
  Object.entries(fields).filter(([, field]) => !isLink(field))

const ownNames = (type: RecordType): readonly string[] => ['id', ...ownFields(type).map(([name]) => name)]

const selectLinked = (model: ContentModel, field: LinkField): Selection =>
  isOwner(field) ? PERSON : { fields: ownNames(model.typeNamed(field.to.name)) }

/** All that a response shows of a record: its fields, and the fields of the records that it links to. */
export const wholeRecord = (model: ContentModel, type: RecordType): Selection => ({
  fields: [...ownNames(type), ...(type.isFixed ? [] : ['version', 'createdAt'])],
  related: type.links.map(({ name, field }) => ({
    as: name,
    relation: name,
    select: selectLinked(model, field),
  })),
})

const presentOwn = (type: RecordType, row: Row): Row => ({
  id: row['id'],
  ...Object.fromEntries(
    ownFields(type).map(([name, field]) => [name, isTime(field) ? timeOrNull(row[name]) : row[name]]),
  ),
})

const presentLinked = (model: ContentModel, field: LinkField, row: Row): Row =>
  isOwner(field) ? presentPerson(row) : presentOwn(model.typeNamed(field.to.name), row)

/** The member names of the GraphQL type (C6.1). */
export const presentRecord = (model: ContentModel, type: RecordType, row: Row): Row => {
  const links = type.links.map(({ name, field }) => [name, presentLinked(model, field, row[name] as Row)])
  const changing = { version: row['version'], createdAt: timeOrNull(row['createdAt']) }
  return {
    ...presentOwn(type, row),
    ...Object.fromEntries(links),
    ...(type.isFixed ? {} : changing),
  }
}

/** C6.8: nothing changes a record of a fixed type, so that it has no version. */
export const recordEtag = (model: ContentModel, type: RecordType, row: Row): string => {
  const shown = presentRecord(model, type, row)
  return type.isFixed ? contentTag(shown) : etagOf(row['version'] as number, shown)
}
