import type { Words } from '../fields/build-field.ts'
import type { BareField, SearchWeight } from '../fields/field.ts'

/** C16.2: what a declaration says of a computed field. */
export interface ComputedOptions<From extends string = string> extends Words {
  /** The kind of the values, such as `field.line(300)`. */
  readonly kind: BareField
  /** The fields whose values the code gets: no links, counters or computed fields. */
  readonly from: readonly From[]
  /**
   * A column has the values: lists are filtered and ordered by them, searches find them, and events have them. Otherwise each
   * read computes them.
   */
  readonly stored?: true
  /** Only for a stored value: the code may return null. */
  readonly optional?: boolean
  readonly about?: string
  readonly search?: SearchWeight
  readonly index?: true | 'text'
}
