import { nameTypeWord } from './interface-names.ts'
import type { SearchWeight } from './fields/field.ts'
import type { RecordType } from './types/record-type.ts'
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
  readonly isNumbered: boolean
  readonly texts: readonly SearchedText[]
  /** The fields that a hit shows; the others are at the record's own address. */
  readonly shown: readonly string[]
}

const text = (attribute: string, weight: SearchWeight): SearchedText => ({ attribute, weight })

export const declareSearch = (type: RecordType): SearchedType => {
  const { name, plural, isNumbered, attributes, custom } = type
  const texts = Object.entries(attributes).flatMap(([attribute, { search }]) =>
    search === undefined ? [] : [text(attribute, search)],
  )
  return {
    type: nameTypeWord(type),
    name,
    from: plural,
    isNumbered,
    texts,
    shown: custom?.hitFields ?? texts.map(({ attribute }) => attribute),
  }
}

/** The attributes of the title, for which a hit ranks higher. */
export const listTitleAttributes = ({ texts }: SearchedType): readonly string[] =>
  texts.flatMap(({ attribute, weight }) => (weight === 'A' ? [attribute] : []))
