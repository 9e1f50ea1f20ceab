import { type ApplyFunction, IMPLEMENTATION } from './condition.ts'
import { type AttributeParts, PARTS, createAttribute } from '../attributes/attribute.ts'
import type { Text } from '../attributes/attribute-types.ts'
import type { ConditionFunction } from './kind.ts'

/** A function from text to text that conditions can name. */
export interface TextFunction extends ConditionFunction {
  /** The result for a text, such as the operand of a comparison: `fold('Café')`. */
  (text: string): string
  /** An attribute whose value is the result for a text attribute: `fold(a.title).includes(fold('Café'))`. */
  (attribute: Text<string>): Text<string>
}

/** What conditions call for a text function. A value that only looks like a text function has nothing to call. */
export const findImplementation = (given: ConditionFunction | undefined): ApplyFunction | undefined =>
  (given as { readonly [IMPLEMENTATION]?: ApplyFunction } | undefined)?.[IMPLEMENTATION]

/** A condition has no result where a function throws, or gives no text. */
const applyTo =
  (implementation: (text: string) => unknown): ApplyFunction =>
  (value, relation, operand) => {
    if (value === null) return relation(null, operand)
    try {
      const text = typeof value === 'string' ? implementation(value) : undefined
      return relation(typeof text === 'string' ? text : undefined, operand)
    } catch {
      return undefined
    }
  }

/**
 * Makes a text function for conditions. In memory, a condition calls `implementation`; in SQL, the function `name` of the
 * database. Both must give the same result for each text.
 *
 * ```ts
 * const fold = textFunction('fold', (text) => text.toLowerCase())
 * b.allow('articles:read', (a) => fold(a.title).includes('draft'))
 * ```
 * @throws {TypeError} if the name is no identifier. If you call it with something else than a text or a text attribute, the
 * condition is invalid, and `definePolicy` refuses it.
 */
export function textFunction(name: string, implementation: (text: string) => string): TextFunction {
  if (!/^[a-z_]\w{0,62}$/i.test(name))
    throw new TypeError(`"${name}" is no name of a function; use letters, digits and "_", at most 63.`)
  const apply = applyTo(implementation)
  const call = (given: unknown): unknown => {
    if (typeof given === 'string') return implementation(given)
    const parts = (given as { readonly [PARTS]?: AttributeParts } | null | undefined)?.[PARTS]
    if (!parts) throw new TypeError(`${name}() takes a text, or a text attribute: ${name}(a.title)`)
    if (parts.by)
      throw new TypeError(
        `${name}() takes an attribute, and not ${parts.by.by}() of one; write one text function that does both`,
      )
    return createAttribute({ ...parts, by: { by: name, [IMPLEMENTATION]: apply } })
  }
  return Object.assign(call, { functionName: name, [IMPLEMENTATION]: apply }) as TextFunction
}

/** The text functions by their names, for values of attributes. */
export type TextFunctions = ReadonlyMap<string, ApplyFunction | undefined>

export const listFunctions = (functions: readonly ConditionFunction[] = []): TextFunctions =>
  new Map(functions.map((each) => [each.functionName, findImplementation(each)]))
