import { getTypeNamed, type ContentModel, type ContentType, type Field } from '../api/model.ts'
import type { ListQuery } from '../api/records.ts'

/** The records of another type that link to a record, such as the comments of an article. */
export interface RelatedList {
  /** The member of `where`, and the last word of the address below the record. */
  readonly name: string
  readonly label: string
  readonly type: ContentType
  /** The link of the other type that leads to the record. */
  readonly link: Field
}

/** The lists of records that link to a record of the type. */
export const listRelated = (model: ContentModel, type: ContentType): readonly RelatedList[] =>
  type.filters.flatMap(({ kind, name, label, ...filter }) => {
    if (kind !== 'list' || !('to' in filter) || type.fields.some((field) => field.name === name)) return []
    const other = getTypeNamed(model, filter.to)
    const links = other.fields.filter((field) => field.link?.to === type.name)
    const link =
      links.find((field) => field.link?.inverse === name) ?? links.find((field) => !field.link?.many)
    return link ? [{ name, label, type: other, link }] : []
  })

/** The parameters that narrow the list of the other type to the record. */
export const narrowTo = ({ link: { name, link } }: RelatedList, id: string): ListQuery =>
  link?.many
    ? { where: JSON.stringify({ [name]: { some: { id: { eq: id } } } }) }
    : { [link?.attribute ?? name]: id }
