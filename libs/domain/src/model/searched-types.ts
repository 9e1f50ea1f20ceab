import { nameTypeWord } from './interface-names.ts'
import type { SearchWeight } from './field.ts'
import type { RecordType } from './record-type.ts'
import type { Collection } from './collections.ts'

/** A text of a record that a search finds. */
export interface SearchedText {
  readonly attribute: string
  readonly weight: SearchWeight
}

/** A kind of record that a search finds. */
export interface SearchedType {
  /** The name of the type in hits: `ARTICLE`. */
  readonly type: string
  /** The name of the type in GraphQL: `Article`. */
  readonly name: string
  readonly from: Collection
  readonly texts: readonly SearchedText[]
}

const text = (attribute: string, weight: SearchWeight): SearchedText => ({ attribute, weight })

export const declareSearch = ({ name, plural, attributes }: RecordType): SearchedType => ({
  type: nameTypeWord({ name }),
  name,
  from: plural,
  texts: Object.entries(attributes).flatMap(([attribute, { search }]) =>
    search === undefined ? [] : [text(attribute, search)],
  ),
})

/** The attributes of the title, for which a hit ranks higher. */
export const listTitleAttributes = ({ texts }: SearchedType): readonly string[] =>
  texts.flatMap(({ attribute, weight }) => (weight === 'A' ? [attribute] : []))
