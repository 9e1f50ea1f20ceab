import type { Comparison, Sibling } from '../engine/conditions/condition.ts'
import { type Kind, classOfKind } from '../engine/conditions/kind.ts'
import { DATE } from '../engine/conditions/value.ts'
import { InvalidPolicy } from '../engine/errors.ts'
import { symbols } from './comparison.ts'
import type { Syntax } from './dialect.ts'
import type { Form, Piece, Pieces } from './form.ts'

/** The kinds whose columns a database compares with each other as JavaScript compares their values. */
const comparable: readonly (readonly Kind[])[] = [
  ['boolean'],
  ['integer', 'bigint', 'decimal'],
  ['float'],
  ['text', 'citext'],
  ['uuid'],
  ['timestamp'],
  ['date'],
]

/** The columns of a comparison of two attributes. */
interface Columns {
  readonly left: Piece
  readonly right: Piece
}

/** A column that cannot be compared is neither equal nor unequal to null. */
const orNull = (column: Piece, guard: Pieces | undefined): Pieces =>
  guard ? [' and (', column, ' is null or ', ...guard, ')'] : []

const both = (parts: readonly (Pieces | undefined)[]): Pieces =>
  parts.flatMap((part) => (part ? [...part, ' and '] : []))

function refuse({ attribute }: Comparison, sibling: Sibling): never {
  throw new InvalidPolicy([
    {
      path: attribute,
      message: `no comparison with "${sibling.attribute}" is exact without their kinds; declare kinds of one type: attrs({ ${attribute}: 'timestamp', ${sibling.attribute}: 'timestamp' })`,
    },
  ])
}

/** The SQL of a comparison of two attributes of one row. A comparison with null is false. */
export function writeSiblings(comparison: Comparison, { left, right }: Columns, syntax: Syntax): Form {
  const { op, attribute } = comparison
  const sibling = comparison.value as Sibling
  const kindOf = (name: string) => syntax.kindOf?.(name, 'policy')
  const [kind, other] = [comparison.kind ?? kindOf(attribute), sibling.kind ?? kindOf(sibling.attribute)]
  const isKnown = kind && other && comparable.some((kinds) => kinds.includes(kind) && kinds.includes(other))
  if (!isKnown) return refuse(comparison, sibling)
  const sidesOf = (column: Piece, of: Kind) =>
    (classOfKind(of) === DATE ? syntax.timeColumns?.(column) : undefined) ??
    syntax.sides({ column, op: 'eq', group: classOfKind(of), values: [], kind: of, isForeign: false })
  const [a, b] = [sidesOf(left, kind), sidesOf(right, other)]
  if (!a || !b) return refuse(comparison, sibling)
  const [yes, no] = symbols[op as keyof typeof symbols]
  const compare = (symbol: string): Pieces => [
    '(',
    ...both([a.guard, b.guard]),
    ...a.left,
    symbol,
    ...b.left,
    ')',
  ]
  return {
    yes: compare(yes),
    no: [
      ...[
        '(',
        right,
        ' is null',
        ...orNull(left, a.guard),
        ' or (',
        ...both([b.guard]),
        left,
        ' is null) or ',
      ],
      ...compare(no),
      ')',
    ],
  }
}
