import { getTypeNamed, type ContentModel, type ContentType } from '../api/model.ts'

interface RelatedList {
  readonly name: string
  readonly label: string
  readonly path: string
  /** The parameter that narrows the list of the other type to the record. */
  readonly parameter: string
}

/** The lists of records that link to a record of the type, such as the comments of an article. */
export const listRelated = (model: ContentModel, type: ContentType): readonly RelatedList[] =>
  type.filters.flatMap((filter) => {
    if (filter.kind !== 'list') return []
    const other = getTypeNamed(model, filter.to)
    const links = other.fields.filter(({ link }) => link?.to === type.name && !link.many)
    const link = (links.find((field) => field.link?.inverse === filter.name) ?? links[0])?.link
    const isFiltered = other.filters.some(({ name }) => name === link?.attribute)
    if (!link || !isFiltered || type.fields.some(({ name }) => name === filter.name)) return []
    return [{ name: filter.name, label: filter.label, path: other.path, parameter: link.attribute }]
  })
