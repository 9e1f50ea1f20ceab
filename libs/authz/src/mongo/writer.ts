import { type Compared, type Form, type Writer, joiner } from '../engine/printer/printer.ts'
import { type Search, isSearch } from '../engine/conditions/condition.ts'
import { near, snap } from '../sql/snap.ts'
import { BOOLEAN, DATE, NUMBER, TEXT } from '../engine/conditions/value.ts'

/** A filter, as `find` takes it. */
export type MongoFilter = Readonly<Record<string, unknown>>

const ALL: MongoFilter = {}
const NONE: MongoFilter = { $nor: [{}] }

/** MongoDB refuses an empty `$and`. */
const join = joiner(ALL, NONE, (op, filters) => ({ [`$${op}`]: filters }))

const types: Readonly<Record<number, readonly string[]>> = {
  [TEXT]: ['string'],
  [BOOLEAN]: ['bool'],
  // A driver returns a decimal as an object, with which no condition compares.
  [NUMBER]: ['int', 'long', 'double'],
  [DATE]: ['date'],
}

/** MongoDB also applies an operator to each element of a list. A condition does not. */
const NO_LIST = { $not: { $type: 'array' } }

const ofType = (group: number) => ({ $type: types[group], ...NO_LIST })

type Near = readonly [op: Compared['op'], value: unknown]

/** A comparison with a number that BSON has, and the same result. False if no number of BSON equals the value. */
function nearNumber(op: Compared['op'], value: number | bigint): Near | boolean {
  const number = Number(value)
  const isExact = number <= value && number >= value
  if (typeof value === 'bigint' && BigInt.asIntN(64, value) === value && !Number.isSafeInteger(number))
    return [op, value]
  return isExact ? [op, number] : near(op, number < value, number)
}

/** BSON has no halves of surrogate pairs. */
const limits = {
  times: [-8.64e15, 8.64e15],
  hasNul: true,
  hasInfinity: true,
  hasLongIntegers: false,
} as const

const nearest = ({ op, group, values }: Compared): readonly Near[] =>
  values
    .map((value) =>
      group === NUMBER ? nearNumber(op, value as number | bigint) : snap(op, value, group, undefined, limits),
    )
    .filter((found) => typeof found !== 'boolean')

/** The operators that select equal values, and values that differ. NaN differs from all values, but cannot be compared. */
const equality = (values: readonly unknown[], group: number) => ({
  yes: values.length === 1 ? { $eq: values[0] } : { $in: values },
  no: { $nin: group === NUMBER ? [...values, NaN] : values },
})

const opposites = { lt: 'gte', lte: 'gt', gt: 'lte', gte: 'lt' } as const

/** The operators that select texts with the value in them. A text of BSON can contain NUL, and a pattern cannot. */
function searching(op: Search, value: string): Form<object> {
  const text = value.replaceAll(/[\\^$.|?*+()[\]{}-]/g, '\\$&').replaceAll('\0', '\\x00')
  // In MongoDB, `$` is also before a line break at the end.
  const end = op === 'endsWith' ? '(?![\\s\\S])' : ''
  const place = `${op === 'startsWith' ? '' : '[\\s\\S]*'}${text}${end}`
  return { yes: { $regex: `^${place}` }, no: { $regex: `^(?!${place})` } }
}

function operators(compared: Compared): Form<object> {
  const found = nearest(compared)
  const [op, value] = found[0] ?? ['in', undefined]
  if (isSearch(op)) return searching(op, value as string)
  if (op === 'in' || op === 'eq' || op === 'contains')
    return equality(
      found.map(([, each]) => each),
      compared.group,
    )
  return { yes: { [`$${op}`]: value }, no: { [`$${opposites[op]}`]: value } }
}

/** Whether a list contains a value. Its elements must have the class of the value, or be null. */
function containing(field: string, compared: Compared): Form<MongoFilter> {
  const { group } = compared
  const isEqual = { $elemMatch: { ...operators(compared).yes, ...ofType(group) } }
  const isOther = { $elemMatch: { $not: { $type: [...(types[group] ?? []), 'null'] } } }
  const isNaN = group === NUMBER ? [{ [field]: { $elemMatch: { $eq: NaN } } }] : []
  const no = { [field]: { $type: 'array' }, $nor: [{ [field]: isEqual }, { [field]: isOther }, ...isNaN] }
  return { yes: { [field]: isEqual }, no }
}

/** BSON has times that no date of JavaScript has. */
const TIMES = { $gte: new Date(limits.times[0]), $lte: new Date(limits.times[1]) }

function comparing(field: string, compared: Compared): Form<MongoFilter> {
  const { op, group } = compared
  const { yes, no } = operators(compared)
  const type = ofType(group)
  const range = group === DATE ? TIMES : {}
  const isEquality = op === 'eq' || op === 'in'
  return {
    yes: { [field]: { ...(isEquality ? {} : range), ...yes, ...type } },
    no: { [field]: { ...range, ...no, ...type } },
  }
}

const isNull = (field: string): MongoFilter => ({ [field]: { $type: 'null', ...NO_LIST } })

/** A list of objects and nulls, without an object outside of the inner filter. */
function every(field: string, inner: MongoFilter): MongoFilter {
  const isOther = { [field]: { $elemMatch: { $not: { $type: ['object', 'null'] } } } }
  const isOutside = inner === NONE ? { $type: 'object' } : { $nor: [inner] }
  const outside = inner === ALL ? [] : [{ [field]: { $elemMatch: isOutside } }]
  return { [field]: { $type: 'array' }, $nor: [isOther, ...outside] }
}

/** Writes filters about the fields of the object at a path, which ends with a dot or is empty. */
export const objectWriter = (path: string): Writer<MongoFilter> => ({
  join,
  isNull: (attribute) => {
    const field = path + attribute
    const isPresent = { $exists: true, $not: { $type: ['null', 'array'] } }
    return { yes: isNull(field), no: join('or', [{ [field]: { $type: 'array' } }, { [field]: isPresent }]) }
  },
  compare: (compared) => {
    const field = path + compared.attribute
    const { yes, no } = (compared.op === 'contains' ? containing : comparing)(field, compared)
    return { yes, no: join('or', [no, isNull(field)]) }
  },
  is: (attribute, negated, print) => {
    const field = path + attribute
    const inside = join('and', [
      { [field]: { $type: 'object', ...NO_LIST } },
      print(objectWriter(`${field}.`)),
    ])
    return negated ? join('or', [isNull(field), inside]) : inside
  },
  some: (attribute, negated, print) => {
    const field = path + attribute
    const inner = print(objectWriter(''))
    if (negated) return join('or', [isNull(field), every(field, inner)])
    if (inner === NONE) return NONE
    return { [field]: { $elemMatch: inner === ALL ? { $type: 'object' } : inner } }
  },
})
