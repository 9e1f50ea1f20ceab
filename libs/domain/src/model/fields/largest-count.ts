/** The largest number of a counter: PostgreSQL has integers of 32 bits. */
export const LARGEST_COUNT = 2_147_483_647
