import { nameTypeWord } from './interface-names.ts'
import { listSearchedTexts, type SearchedText } from './fields/searched-texts.ts'
import type { RecordType } from './types/record-type.ts'
import type { Collection } from './collections.ts'

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

/** A hit shows no parts, because a snippet has the found words, and all parts of a record can have 1 MiB. */
const listShown = ({ attributes }: RecordType): readonly string[] =>
  Object.entries(attributes).flatMap(([attribute, { search }]) => (search === undefined ? [] : [attribute]))

export const declareSearch = (type: RecordType): SearchedType => {
  const { name, plural, isNumbered, attributes, custom } = type
  return {
    type: nameTypeWord(type),
    name,
    from: plural,
    isNumbered,
    texts: listSearchedTexts(attributes),
    shown: custom?.hitFields ?? listShown(type),
  }
}
