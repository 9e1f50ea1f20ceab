import { isLink, type ContentModel, type RecordType, type Row, type Selection } from '@content-service/domain'
import { contentTag, etagOf } from '../etag.ts'
import { timeOrNull } from '../present.ts'

/** The names of the links of a type, with the types that they lead to. */
const collectLinks = (
  model: ContentModel,
  { links }: RecordType,
): readonly (readonly [string, RecordType])[] =>
  links.map(({ name, field }) => [name, model.typeNamed(field.to.name)])

const valueNames = ({ fields }: RecordType): readonly string[] =>
  Object.keys(fields).filter((name) => fields[name] && !isLink(fields[name]))

const ownNames = (type: RecordType): readonly string[] => ['id', ...valueNames(type)]

/** All that a response shows of a record: its fields, and the fields of the records that it links to. */
export const wholeRecord = (model: ContentModel, type: RecordType): Selection => ({
  fields: [...ownNames(type), ...(type.isFixed ? [] : ['version', 'createdAt'])],
  related: collectLinks(model, type).map(([name, to]) => ({
    as: name,
    relation: name,
    select: { fields: ownNames(to) },
  })),
})

const pick = (row: Row, names: readonly string[]): Row =>
  Object.fromEntries(names.map((name) => [name, row[name]]))

/** The member names of the GraphQL type (C6.1). */
export const presentRecord = (model: ContentModel, type: RecordType, row: Row): Row => {
  const links = collectLinks(model, type).map(([name, to]) => [name, pick(row[name] as Row, ownNames(to))])
  const changing = { version: row['version'], createdAt: timeOrNull(row['createdAt']) }
  return {
    ...pick(row, ownNames(type)),
    ...Object.fromEntries(links),
    ...(type.isFixed ? {} : changing),
  }
}

/** C6.8: nothing changes a record of a fixed type, so that it has no version. */
export const recordEtag = (model: ContentModel, type: RecordType, row: Row): string => {
  const shown = presentRecord(model, type, row)
  return type.isFixed ? contentTag(shown) : etagOf(row['version'] as number, shown)
}
