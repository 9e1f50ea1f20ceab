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
  /** C14.2: the list shows the records that a link shows, and in the order of the links if it has one. */
  readonly isLink?: true
  readonly isOrdered?: boolean
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

/** The records to which a record links, or which link to a record, through the pairs of a joining table. */
export const relateThrough = (
  to: Collection,
  collection: Collection,
  [from, into]: readonly [string, string],
): Relation => ({ ...relateToMany(to, 'id'), through: { collection, from, into } })
