/**
 * PostgreSQL cuts names at 63 bytes, and clients choose the `as`: a statement names a relation by its place instead.
 */
export const relatedColumn = (place: number): string => `@${place}`

/** PostgreSQL cuts names at 63 bytes: a statement names a number by the place of its list and its own. */
export const tallyColumn = (place: number, tally: number): string => `@${place}#${tally}`
