/** PostgreSQL cuts longer names. */
export const MAX_NAME_BYTES = 63

/** The bytes of the column of an attribute. A capital letter takes two: `_` and the letter. */
export const countBytes = (attribute: string): number => attribute.replaceAll(/[A-Z]/g, '_$&').length
