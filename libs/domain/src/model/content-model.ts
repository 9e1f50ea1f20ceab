import { isLink } from './field.ts'
import type { RecordType } from './record-type.ts'

/** A list on one type of the records that link to it: the products of a category. */
export interface InverseLink {
  /** The field of the list: `products`. */
  readonly name: string
  readonly type: RecordType
  /** The attribute that holds the link: `categoryId`. */
  readonly attribute: string
}

/** The declared content types of a service. It is a value: two models can live in one process. */
export interface ContentModel {
  readonly types: readonly RecordType[]
  /** @throws Error if the model has no type with this name. */
  readonly typeNamed: (name: string) => RecordType
  readonly inverseLinks: (to: RecordType) => readonly InverseLink[]
}

export const contentModel = (types: readonly RecordType[]): ContentModel => {
  const byName = new Map(types.map((type) => [type.name, type]))
  return {
    types,
    typeNamed: (name) => {
      const type = byName.get(name)
      if (type === undefined) throw new Error(`The model has no content type ${name}.`)
      return type
    },
    inverseLinks: ({ name }) =>
      types.flatMap((type) =>
        Object.entries(type.attributes).flatMap(([attribute, field]) =>
          isLink(field) && field.to.name === name ? [{ name: field.inverse, type, attribute }] : [],
        ),
      ),
  }
}
