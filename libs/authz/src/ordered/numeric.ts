import { orderedKind } from './ordered-kind.ts'

const NUMERIC = /^-?\d+(\.\d+)?$/

/** The digits before and behind the point, without zeros that say nothing. */
interface Digits {
  readonly isNegative: boolean
  readonly whole: string
  readonly fraction: string
}

/** A loop, because a pattern for the zeros at the end tries each zero as the first one. */
function cutZeros(fraction: string): string {
  let end = fraction.length
  while (fraction[end - 1] === '0') end -= 1
  return fraction.slice(0, end)
}

function readDigits(text: string): Digits {
  const [whole = '', fraction = ''] = text.replace(/^-?0*/, '').split('.')
  return { isNegative: text.startsWith('-'), whole, fraction: cutZeros(fraction) }
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : Number(a > b))

/** Digits behind a point have the order of their texts, and so have whole numbers of one length. */
const compareSizes = (a: Digits, b: Digits): number =>
  a.whole.length - b.whole.length || compareTexts(a.whole, b.whole) || compareTexts(a.fraction, b.fraction)

const isZero = ({ whole, fraction }: Digits): boolean => whole === '' && fraction === ''

/** The order of two decimals: less than 0, 0, or more than 0. The time grows with the number of their digits alone. */
export function compareNumerics(text: string, other: string): number {
  const [a, b] = [readDigits(text), readDigits(other)]
  if (isZero(a) && isZero(b)) return 0
  if (a.isNegative !== b.isNegative) return a.isNegative ? -1 : 1
  return a.isNegative ? compareSizes(b, a) : compareSizes(a, b)
}

/**
 * Decimals as texts, with all of their digits: `12.50`, which equals `12.5`. Give the kind to attributes that PostgreSQL stores as
 * `numeric`.
 *
 * ```ts
 * attributes: { products: attrs({ price: numeric }) }
 * b.allow('products:read', (product) => product.price.lt('20'))
 * ```
 */
export const numeric = orderedKind('numeric', {
  type: 'numeric',
  example: '12.50',
  isOfKind: (text) => NUMERIC.test(text),
  compare: compareNumerics,
})
