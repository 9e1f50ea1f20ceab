import type { Ast } from '../ast.ts'
import { type Context, type FieldAst, type Interpreter, mongoInterpreters } from '../interpreters.ts'

type FieldTest<Wanted> = (value: unknown, wanted: Wanted, context: Context) => boolean

const testField =
  <Wanted>(test: FieldTest<Wanted>) =>
  ({ field, value: wanted }: FieldAst<Wanted>, object: unknown, context: Context): boolean =>
    test(context.get(object, field), wanted, context)

const testText = (test: (text: string, wanted: string) => boolean) =>
  testField<string>((value, wanted) => typeof value === 'string' && test(value, wanted))

const ignoringCase = (test: (text: string, wanted: string) => boolean) =>
  testText((text, wanted) => test(text.toLowerCase(), wanted.toLowerCase()))

const testList = <Wanted>(test: (list: readonly unknown[], wanted: Wanted, context: Context) => boolean) =>
  testField<Wanted>((value, wanted, context) => Array.isArray(value) && test(value, wanted, context))

const isPart =
  (ast: Ast, { interpret }: Context) =>
  (item: unknown): boolean =>
    interpret(ast, item as never)

const startsWith = (text: string, wanted: string) => text.startsWith(wanted)
const endsWith = (text: string, wanted: string) => text.endsWith(wanted)
const contains = (text: string, wanted: string) => text.includes(wanted)

const { eq, ne, and, or, nor, lt, lte, gt, gte } = mongoInterpreters

export const prismaInterpreters = {
  equals: eq,
  notEquals: ne,
  in: mongoInterpreters.in,
  lt,
  lte,
  gt,
  gte,
  startsWith: testText(startsWith),
  istartsWith: ignoringCase(startsWith),
  endsWith: testText(endsWith),
  iendsWith: ignoringCase(endsWith),
  contains: testText(contains),
  icontains: ignoringCase(contains),
  isEmpty: testField<boolean>((value, wanted) => (Array.isArray(value) && value.length === 0) === wanted),
  isSet: testField<boolean>((value, wanted) => (value !== undefined) === wanted),
  has: testList((list, wanted) => list.includes(wanted)),
  hasSome: testList<readonly unknown[]>((list, wanted) => wanted.some((value) => list.includes(value))),
  hasEvery: testList<readonly unknown[]>((list, wanted) => wanted.every((value) => list.includes(value))),
  every: testList<Ast>((list, ast, context) => list.every(isPart(ast, context))),
  some: testList<Ast>((list, ast, context) => list.some(isPart(ast, context))),
  is: testField<Ast>(
    (value, ast, context) => typeof value === 'object' && value !== null && isPart(ast, context)(value),
  ),
  and,
  AND: and,
  OR: or,
  NOT: nor,
} as const satisfies Readonly<Record<string, Interpreter>>
