/** Texts without case and accents: one function in JavaScript, and its twin in PostgreSQL. */
import { textFunction } from '../engine/conditions/text-function.ts'
import { foldText } from './fold-text.ts'

/**
 * A text without differences of case and of accents. `fold('Ångström')` is `angstrom`.
 *
 * ```ts
 * b.allow('articles:read', (a) => fold(a.title).includes(fold('Café')))
 * ```
 */
export const fold = textFunction('fold', foldText)

export { foldSql } from './fold-sql.ts'
export { UNICODE_VERSION } from './table.ts'
