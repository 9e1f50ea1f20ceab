/** Texts with an order: decimals with all of their digits, and days. */
export { day } from './day.ts'
export { compareNumerics, numeric } from './numeric.ts'
export type { OrderedKind } from './ordered-kind.ts'
