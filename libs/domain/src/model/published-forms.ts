import type { Derivation, Field, LinkField } from './fields/field.ts'
import type { RecordType } from './types/record-type.ts'

/*
 * What a release of the service has published about its types, and no declaration of a team can say.
 */

/** C14.2: the typed interface has published the link as non-null. */
export const nonNull = <Link extends LinkField>(link: Link): Link => ({ ...link, isNonNull: true })

/** C13.1: no list is filtered by the field, because a search finds its texts or only its reader knows its values. */
export const unfiltered = <F extends Field>(field: F): F => ({ ...field, isUnfiltered: true })

/** C4.1: the field follows another one while no client gives it. */
export const derived = <F extends Field<string>>(
  field: F,
  derivation: Derivation,
): Omit<F, 'given'> & Pick<Field<string, string | null>, 'given'> => ({ ...field, derivation })

/** An index of the first migrations finds the values, and only the orders of the type are those of its lists. */
export const indexed = <F extends Field>(field: F): F => ({ ...field, isIndexed: true })

/** The interfaces show no time of the last change: C4.9 gives the members of a product, and this is none of them. */
export const withoutChangeTime = <T extends RecordType>(type: T): T => ({ ...type, showsChangeTime: false })
