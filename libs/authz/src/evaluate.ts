import { type Comparison, type Condition, type Nested, isReference } from './condition.ts'
import { DATE, NULL, NUMBER, TEXT, classOf, isPlain, own, read, timeOf } from './value.ts'

/** An object with attributes. */
export type Row = object

/** True, false, or undefined if a value is absent or is not of the kind that the condition compares. */
export type Truth = boolean | undefined

/** The attributes to read from an object, in this order: names, and the attributes of the objects at one of these names. */
export type Names = (string | NestedNames)[]

interface NestedNames {
  /** The place of the name of the object, or of the list of objects. */
  readonly from: number
  readonly isList: boolean
  readonly names: Names
}

/** The values of attributes, in the order of their names. For nested names: a list of objects, each as its values. */
export type Values = readonly unknown[]

/** A condition as a function of the attributes of a resource and a subject. It adds the attributes that it cannot compare to `failed`. */
export type Test = (resource: Values, subject: Values, failed?: string[]) => Truth

type Relation = (value: unknown, operand: unknown) => Truth

/** A comparison with null is false, whatever the other value is. Values of the classes below `lowest` have no order. */
const relate =
  (lowest: number, isTrue: (a: number, b: number) => boolean): Relation =>
  (value, operand) => {
    const wanted = classOf(operand)
    if (wanted <= NULL) return wanted ? false : undefined
    if (wanted < lowest) return undefined
    const given = classOf(value)
    if (given <= NULL) return given ? false : undefined
    if (given !== wanted) return undefined
    return given === DATE
      ? isTrue(timeOf(value), timeOf(operand))
      : isTrue(value as number, operand as number)
  }

// 1 and 1n are equal, as in a database.
const equal = relate(TEXT, (a, b) => a <= b && a >= b)

// Most comparisons are of two texts or two numbers. NaN is unequal to itself.
const same: Relation = (a, b) => {
  const type = typeof a
  return type === typeof b && (type === 'string' || (type === 'number' && a === a && b === b))
    ? a === b
    : equal(a, b)
}

const within: Relation = (value, list) => {
  if (!Array.isArray(list)) return list === null ? false : undefined
  let truth: Truth = false
  for (const item of list) {
    const found = same(value, item)
    if (found) return true
    truth = found === undefined ? found : truth
  }
  return truth
}

const relations: Readonly<Record<Comparison['op'], Relation>> = {
  eq: same,
  lt: relate(NUMBER, (a, b) => a < b),
  lte: relate(NUMBER, (a, b) => a <= b),
  gt: relate(NUMBER, (a, b) => a > b),
  gte: relate(NUMBER, (a, b) => a >= b),
  in: within,
  contains: (list, value) => {
    const wanted = classOf(value)
    return wanted > NULL ? within(value, list) : wanted ? false : undefined
  },
  isNull: (value) => (value === undefined || typeof value === 'function' ? undefined : value === null),
}

/** The place of a name in a list of names. Adds the name if the list does not have it. */
export const placeOf = (name: string, names: Names): number => {
  const place = names.indexOf(name)
  return place < 0 ? names.push(name) - 1 : place
}

/** The place of the attributes of a nested object. Two conditions on the same object share the place, so that it is read once. */
function placeOfNested({ op, attribute }: Nested, names: Names): number {
  const from = placeOf(attribute as string, names)
  const isList = op === 'some'
  const place = names.findIndex(
    (name) => typeof name === 'object' && name.from === from && name.isList === isList,
  )
  return place < 0 ? names.push({ from, isList, names: [] }) - 1 : place
}

/** The attributes of an object. Undefined if the value is no object, or is a list or a date. */
const readObject = (value: unknown, names: Readonly<Names>): Values | undefined =>
  typeof value === 'object' &&
  value !== null &&
  (isPlain(value) || (!Array.isArray(value) && classOf(value) === 0))
    ? readAll(value, names)
    : undefined

/** The objects of a nested condition: each its values, and undefined for an item that is no object. Undefined if there is no list. */
function readNested(value: unknown, { isList, names }: NestedNames): readonly unknown[] | undefined {
  if (value === null) return []
  if (!isList) {
    const object = readObject(value, names)
    return object && [object]
  }
  if (!Array.isArray(value)) return undefined
  const objects: unknown[] = []
  for (let i = 0; i < value.length; i += 1) if (value[i] !== null) objects.push(readObject(value[i], names))
  return objects
}

/** Reads each attribute once, so that a getter cannot give two values to two comparisons. */
export function readAll(row: Row, names: Readonly<Names>): Values {
  const values: unknown[] = []
  try {
    for (let i = 0; i < names.length; i += 1) {
      const name = names[i] as Names[number]
      const value =
        typeof name === 'string'
          ? (row as Readonly<Record<string, unknown>>)[name]
          : readNested(values[name.from], name)
      values.push(typeof name === 'string' && typeof value === 'object' ? own(value) : value)
    }
    return values
  } catch {
    const safe: unknown[] = []
    for (const name of names)
      safe.push(typeof name === 'string' ? read(row, name) : readNested(safe[name.from], name))
    return safe
  }
}

/** The values of the attributes that a function returns. */
export const readBy = (valueOf: (name: string) => unknown, names: Readonly<Names>): Values =>
  readAll(
    Object.fromEntries(names.flatMap((name) => (typeof name === 'string' ? [[name, valueOf(name)]] : []))),
    names,
  )

/**
 * Turns a condition into a function of the attributes whose names it adds to the two lists. It uses only closures, because
 * edge runtimes forbid generated code. `prefix` is the path of the object, for the names of failed attributes.
 */
export function compile(condition: Condition, names: Names, subjectNames: Names, prefix = ''): Test {
  const inner = (part: Condition): Test => compile(part, names, subjectNames, prefix)
  if ('conditions' in condition)
    // Nobody has checked a condition that you pass to `holds`. An unknown junction must not count as `and`.
    return /^(and|or)$/.test(condition.op)
      ? decideBy(condition.conditions.map(inner), condition.op === 'or')
      : () => undefined
  if (condition.op === 'not') {
    const test = inner(condition.condition)
    return (row, asker, failed) => {
      const truth = test(row, asker, failed)
      return truth === undefined ? truth : !truth
    }
  }
  if (condition.op === 'subject') {
    const test = compile(condition.condition, subjectNames, subjectNames, 'subject.')
    return (_, asker, failed) => test(asker, asker, failed)
  }
  const path = prefix + condition.attribute
  if ('condition' in condition) {
    const at = placeOfNested(condition, names)
    const nested = (names[at] as NestedNames).names
    return someOf(at, path, compile(condition.condition, nested, subjectNames, `${path}.`))
  }
  const { op, attribute, value } = condition
  const relation = relations[op]
  const at = placeOf(attribute, names)
  const from = isReference(value) ? placeOf(value.subject, subjectNames) : undefined
  return (row, asker, failed) => {
    const truth = relation(row[at], from === undefined ? value : asker[from])
    if (truth === undefined) failed?.push(path)
    return truth
  }
}

/** Whether the test is true for one of the objects at a place. */
const someOf =
  (at: number, path: string, test: Test): Test =>
  (row, asker, failed) => {
    const objects = row[at] as readonly (Values | undefined)[] | undefined
    let truth: Truth = objects && false
    if (!objects) failed?.push(path)
    for (const object of objects ?? []) {
      if (!object) failed?.push(path)
      const part = object && test(object, asker, failed)
      if (part) return part
      truth = part === undefined ? part : truth
    }
    return truth
  }

/** A test that is `decisive` as soon as one of the tests is. */
const decideBy =
  (tests: readonly Test[], decisive: boolean): Test =>
  (resource, subject, failed) => {
    let truth: Truth = !decisive
    for (const test of tests) {
      const part = test(resource, subject, failed)
      if (part === decisive) return part
      truth = part === undefined ? part : truth
    }
    return truth
  }

/**
 * Whether the condition is true for a row. Null equals nothing, so that a comparison with null is false and its negation
 * is true. A condition on an absent attribute, or on a value of another kind, is neither true nor false.
 */
export function holds(condition: Condition, resource: Row, subject: Row = {}): boolean {
  const [names, references]: [Names, Names] = [[], []]
  const test = compile(condition, names, references)
  return test(readAll(resource, names), readAll(subject, references)) === true
}
