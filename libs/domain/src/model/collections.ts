/** The name of a collection: of one that no declaration describes, or the plural of a declared type. */
export type Collection = string

/**
 * The link from one record to others: `here` is the column of this record, and `there` is the equal column of the
 * others.
 */
export interface Relation {
  readonly to: Collection
  readonly kind: 'one' | 'many'
  readonly here: string
  readonly there: string
  /** C14.2: null stands in the place of a user whom the link does not show; the ghost stands in the place of an owner. */
  readonly isHideable?: true
  /** A collection of pairs in between: `here` equals its `from`, and its `into` equals `there`. */
  readonly through?: { readonly collection: Collection; readonly from: string; readonly into: string }
}
export type Relations = Readonly<Record<string, Relation>>

export const relateToOne = (to: Collection, here: string): Relation => ({
  to,
  kind: 'one',
  here,
  there: 'id',
})
export const relateToMany = (to: Collection, there: string): Relation => ({
  to,
  kind: 'many',
  here: 'id',
  there,
})
