import { type Ast, ITSELF } from './ast.ts'
import { type Access, isEqual, isListOf, matchesPattern, splitPath } from './values.ts'

export interface Context extends Access {
  readonly interpret: (ast: Ast, value: never) => boolean
}

/** Whether a value satisfies a condition. */
export type Interpreter = (ast: never, value: never, context: Context) => boolean

export interface FieldAst<Value> {
  readonly field: string
  readonly value: Value
}
export interface Junction {
  readonly value: readonly Ast[]
}

function includes(items: readonly unknown[], value: unknown, { compare }: Access): boolean {
  for (const item of items) if (isEqual(item, value, compare)) return true
  return false
}

/** An attribute of an object. A value that is no object has none. */
const readGuarded = (object: unknown, name: string, { get }: Access): unknown =>
  name === ITSELF || (typeof object === 'object' && object !== null) ? get(object, name) : undefined

/** Tests the object of the last part of a path, or each object of a list there. */
function testOwner(
  field: string,
  object: unknown,
  context: Access,
  test: (owner: unknown, name: string) => boolean,
) {
  const [owner, name] = splitPath(object, field, context)
  return isListOf(owner, name, context)
    ? (owner as readonly unknown[]).some((item) => test(item, name))
    : test(owner, name)
}

/** Null equals null and an absent attribute. */
const equalsNull = ({ field }: FieldAst<unknown>, object: unknown, context: Access): boolean =>
  testOwner(field, object, context, (owner, name) => {
    if (typeof owner !== 'object' || owner === null) return false
    if (!Object.hasOwn(owner, name)) return true
    const value = context.get(owner, name)
    return value === null || (context.isArray(value) && includes(value as readonly unknown[], null, context))
  })

function equals(ast: FieldAst<unknown>, object: unknown, context: Access): boolean {
  if (ast.value === null) return equalsNull(ast, object, context)
  const [owner, name] = splitPath(object, ast.field, context)
  const value = readGuarded(owner, name, context)
  return context.isArray(value)
    ? context.compare(value, ast.value) === 0 || includes(value as readonly unknown[], ast.value, context)
    : isEqual(value, ast.value, context.compare)
}

type FieldTest<Value> = (wanted: Value, value: unknown, context: Context) => boolean

/** Tests the value of a field; of a list, each item. */
const testEach =
  <Value>(test: FieldTest<Value>) =>
  ({ field, value: wanted }: FieldAst<Value>, object: unknown, context: Context): boolean => {
    const value = context.get(object, field)
    return context.isArray(value)
      ? (value as readonly unknown[]).some((item) => test(wanted, item, context))
      : test(wanted, value, context)
  }

/** Tests the list of a field. No other value satisfies the test. */
const testList =
  <Value>(test: (wanted: Value, items: readonly unknown[], context: Context) => boolean) =>
  ({ field, value: wanted }: FieldAst<Value>, object: unknown, context: Context): boolean => {
    const value = context.get(object, field)
    return context.isArray(value) && test(wanted, value as readonly unknown[], context)
  }

const ordered = (isWanted: (order: number) => boolean) =>
  testEach((wanted, value, { compare }) => isWanted(compare(value, wanted)))

const within = testEach<readonly unknown[]>((wanted, value, context) => includes(wanted, value, context))

const exists = ({ field, value: wanted }: FieldAst<boolean>, object: unknown, context: Access): boolean =>
  field === ITSELF
    ? object !== undefined
    : testOwner(field, object, context, (owner, name) =>
        owner === null || owner === undefined ? !wanted : Object.hasOwn(owner, name) === wanted,
      )

function size({ field, value: wanted }: FieldAst<number>, object: unknown, context: Access): boolean {
  const test = (owner: unknown, name: string) => {
    const value = readGuarded(owner, name, context)
    return context.isArray(value) && (value as readonly unknown[]).length === wanted
  }
  return field === ITSELF ? test(object, field) : testOwner(field, object, context, test)
}

function isAny({ value }: Junction, object: never, { interpret }: Context): boolean {
  for (const part of value) if (interpret(part, object)) return true
  return false
}

function isAll({ value }: Junction, object: never, { interpret }: Context): boolean {
  for (const part of value) if (!interpret(part, object)) return false
  return true
}

export const mongoInterpreters = {
  eq: equals,
  ne: (ast: FieldAst<unknown>, object: unknown, context: Context) => !equals(ast, object, context),
  lt: ordered((order) => order === -1),
  lte: ordered((order) => order === 0 || order === -1),
  gt: ordered((order) => order === 1),
  gte: ordered((order) => order === 0 || order === 1),
  in: within,
  nin: (ast: FieldAst<readonly unknown[]>, object: unknown, context: Context) =>
    !within(ast, object, context),
  all: testList<readonly unknown[]>((wanted, items, context) =>
    wanted.every((value) => includes(items, value, context)),
  ),
  elemMatch: testList<Ast>((wanted, items, { interpret }) =>
    items.some((item) => interpret(wanted, item as never)),
  ),
  regex: testEach<RegExp>(matchesPattern),
  size,
  exists,
  and: isAll,
  or: isAny,
  nor: (ast: Junction, object: never, context: Context) => !isAny(ast, object, context),
  not: (ast: Junction, object: never, { interpret }: Context) => !interpret(ast.value[0] as Ast, object),
} as const satisfies Readonly<Record<string, Interpreter>>
