import { problem } from '../checks/model-problem.ts'
import type { BareField, Field, FieldKind } from '../fields/field.ts'
import { isField } from '../fields/member-rules.ts'
import type { ComputedOptions } from './computed-options.ts'

/** C16.2: the kinds whose values code can compute. */
const KINDS: ReadonlySet<FieldKind> = new Set([
  'line',
  'text',
  'email',
  'url',
  'number',
  'integer',
  'decimal',
  'flag',
  'time',
  'date',
  'choice',
  'json',
])

/** Each read computes the value again, for each record of a list. */
const LONGEST_COMPUTED = 10_000

export const isComputedKind = (kind: unknown): kind is BareField =>
  isField(kind) && KINDS.has((kind as Field).kind)

const findKindProblems = (kind: unknown): readonly string[] =>
  problem(
    !isComputedKind(kind),
    `kind must be one of ${[...KINDS].join(', ')}, such as field.line(300)${
      isField(kind) ? `, and is ${(kind as Field).kind}` : ''
    }`,
  )

/** What only values of clients have. */
const REFUSED = {
  unique: ({ isUnique }) => isUnique,
  seenWith: ({ seenWith }) => seenWith !== undefined,
  changedWith: ({ changedWith }) => changedWith !== undefined,
  'setByOperation or hidden': ({ isInput }) => !isInput,
  initial: ({ initial }) => initial !== null && initial !== undefined,
} as const satisfies Readonly<Record<string, (field: Field) => boolean>>

const findRefused = (kind: unknown): readonly string[] =>
  isComputedKind(kind)
    ? Object.entries(REFUSED).flatMap(([option, isGiven]) =>
        problem(
          isGiven(kind as Field),
          `code computes the value, so that it cannot have ${option}; remove it`,
        ),
      )
    : []

const findFromProblems = (from: unknown): readonly string[] => [
  ...problem(
    !Array.isArray(from) || from.length === 0 || from.some((name) => typeof name !== 'string'),
    "from must be a list of fields, such as ['title']",
  ),
  ...problem(
    Array.isArray(from) && new Set(from).size < from.length,
    'from names a field twice; leave out one of them',
  ),
]

/** Lists and searches need a column. */
const findUnstoredProblems = ({
  kind,
  search,
  index,
  optional,
}: Partial<ComputedOptions>): readonly string[] => {
  const options = { search, index, ...(isComputedKind(kind) && pickServed(kind)) }
  const given = Object.entries(options).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  const most = isComputedKind(kind) ? (kind.schema.maxLength ?? 0) : 0
  return [
    ...given.map((name) => `${name} needs a column; add stored: true, or remove ${name}`),
    ...problem(
      optional !== undefined,
      'a value without a column can always be null; add stored: true, or remove optional',
    ),
    ...problem(
      most > LONGEST_COMPUTED,
      `each read would compute up to ${most} characters; add stored: true, or lower the most to ${LONGEST_COMPUTED}`,
    ),
  ]
}

const pickServed = ({ search, index }: BareField) => ({
  ...(search !== undefined && { search }),
  ...(index !== undefined && { index }),
})

/** What is wrong in the options of a computed field by themselves. */
export const findComputedProblems = (
  options: Partial<ComputedOptions>,
  compute: unknown,
): readonly string[] => [
  ...findKindProblems(options.kind),
  ...findRefused(options.kind),
  ...findFromProblems(options.from),
  ...problem(
    options.stored !== undefined && options.stored !== true,
    `stored must be true, and is ${JSON.stringify(options.stored)}; leave it out for a value that each read computes`,
  ),
  ...(options.stored === true ? [] : findUnstoredProblems(options)),
  ...problem(
    typeof compute !== 'function',
    'the second argument must be a function, such as ({ title }) => title.toUpperCase()',
  ),
]
