import {
  type Comparison,
  type Condition,
  IMPLEMENTATION,
  isSearch,
  isSibling,
  hasInner,
} from '../engine/conditions/condition.ts'
import type { Problem } from '../engine/errors.ts'
import { type Filter, toCondition } from '../engine/decisions/filter.ts'
import type { PolicyData } from '../engine/policy/policy.ts'
import { checkMappings } from '../engine/printer/check-mappings.ts'
import { print } from '../engine/printer/printer.ts'
import { type Checked, type Part, findProblems, mapComparisons, refuse } from '../engine/printer/visit.ts'
import { type ComparedField, compareField } from './fields.ts'
import { type PrismaField, type PrismaSchema, findField } from './schema.ts'
import { type PrismaWhere, modelWriter } from './writer.ts'

export { type PrismaField, type PrismaSchema, readPrismaSchema } from './schema.ts'
export type { PrismaWhere } from './writer.ts'

export interface PrismaOptions {
  readonly schema: PrismaSchema
  /** The model of the rows: `'Article'`. */
  readonly model: string
  /**
   * For MySQL: the texts whose columns compare each code point and do not ignore spaces at the end, such as columns with the
   * collation `utf8mb4_0900_bin`: `['Article.status']`.
   */
  readonly binary?: readonly string[]
  /** The fields with the results of text functions, such as generated columns: `{ 'Article.fold(title)': 'titleFolded' }`. */
  readonly functions?: Readonly<Record<string, string>>
  /**
   * Returns a field of a model as your client names it, for comparisons of two attributes:
   * `(model, field) => prisma[model].fields[field]`.
   */
  readonly fields?: (model: string, field: string) => unknown
}

/**
 * A filter or condition as a `where` object of Prisma. An attribute is the name of a field. The query selects a row exactly if
 * the condition is true for the row in JavaScript.
 * The type of the result is the type of the model's queries: `prisma.article.findMany({ where: toPrisma(filter, options) })`.
 * @throws {InvalidPolicy} if the schema lacks a field, or if a comparison with the field cannot be exact.
 * @throws {TypeError} if the condition still contains a reference to a subject.
 */
export function toPrisma<Where = PrismaWhere>(given: Filter | Condition, options: PrismaOptions): Where {
  const condition = toCondition(given)
  refuse([...checkOptions(options), ...checkCondition(condition, options)])
  return print(findComputed(condition, options), false, modelWriter(options)) as Where
}

const nameComputed = (model: string, { attribute, by }: Comparison) => `${model}.${by ?? ''}(${attribute})`

/** The condition with the fields that have the results of text functions. */
const findComputed = (
  condition: Condition,
  { model: root, schema, functions = {} }: PrismaOptions,
): Condition =>
  mapComparisons(
    condition,
    root,
    (comparison, model) => {
      const { by, attribute, ...rest } = comparison
      const name = by === undefined ? attribute : functions[nameComputed(model, comparison)]
      return { ...rest, attribute: name } as Comparison
    },
    (attribute, model) => findField(schema, model, attribute)?.type ?? '',
  )

/**
 * Checks the conditions of all rules against the models of their resources: `checkPrisma(policy, { articles: options })`.
 * Call it where you make the policy.
 * @throws {InvalidPolicy} with all problems.
 */
export const checkPrisma = (policy: PolicyData, models: Readonly<Record<string, PrismaOptions>>): void =>
  checkMappings(policy, models, 'models', checkOptions, checkCondition)

const PROVIDERS = ['postgresql', 'sqlite', 'mysql']

function checkOptions({ schema, model, binary = [] }: PrismaOptions): readonly Problem[] {
  const { provider, models } = schema
  const unknown = binary.filter((path) => {
    const [name = '', field = ''] = path.split('.')
    return !findField(schema, name, field)
  })
  return [
    ...(PROVIDERS.includes(provider)
      ? []
      : [{ path: 'provider', message: `no comparison is known to be exact in ${provider}` }]),
    ...(Object.hasOwn(models, model)
      ? []
      : [{ path: 'model', message: `the schema has no model "${model}"` }]),
    ...unknown.map((path) => ({ path: 'binary', message: `the schema has no field "${path}"` })),
  ]
}

const checkCondition = (condition: Condition, options: PrismaOptions): readonly Problem[] =>
  findProblems(
    condition,
    options.model,
    (part, model) => checkPart(part, model, options),
    `${options.model}.`,
  )

/** The model of related rows, or the problem of a part. */
function checkPart(part: Part, model: string, options: PrismaOptions): Checked<string> {
  const { schema, functions = {} } = options
  const field = findField(schema, model, part.attribute)
  if (!field) return { message: `${model} has no such field` }
  if (hasInner(part)) return checkRelation(part.op, field, schema)
  if (part.op === 'isNull') return {}
  if (part.by === undefined) return checkComparison(part, model, part.attribute, options)
  if (part[IMPLEMENTATION]?.order) return { message: `Prisma compares no values by ${part.by}` }
  const name = nameComputed(model, part)
  const computed = Object.hasOwn(functions, name) ? functions[name] : undefined
  if (computed === undefined)
    return { message: `Prisma has no functions; add the field with ${name} to the option "functions"` }
  return checkComparison(part, model, computed, options)
}

/** Why a comparison with a field cannot be exact. */
function checkComparison(
  { op, value }: Comparison,
  model: string,
  name: string,
  { schema, binary = [], fields }: PrismaOptions,
): Checked<string> {
  const compare = (other: string): ComparedField | string => {
    const field = findField(schema, model, other)
    return field
      ? compareField(field, schema, binary.includes(`${model}.${other}`))
      : `${model} has no field "${other}"`
  }
  const compared = compare(name)
  if (typeof compared === 'string') return { message: compared }
  if (isSearch(op) && !canSearch(compared, schema))
    return { message: `no ${op} of Prisma is exact for this field in ${schema.provider}` }
  if (!isSibling(value)) return {}
  if (!fields) return { message: `add the option "fields", to compare it with "${value.attribute}"` }
  const other = compare(value.attribute)
  if (typeof other === 'string') return { message: other }
  return areAlike(compared, other) ? {} : { message: `no comparison with "${value.attribute}" is exact` }
}

/** Prisma ignores case in SQLite. */
const canSearch = ({ kind, values }: ComparedField, { provider }: PrismaSchema): boolean =>
  kind === 'text' && !values && provider !== 'sqlite'

/** JavaScript cuts off the microseconds of a time. */
const areAlike = (field: ComparedField, other: ComparedField): boolean =>
  field.kind === other.kind &&
  ![field, other].some(({ hasMicroseconds, kind }) => hasMicroseconds || /Array/.test(kind))

function checkRelation(
  op: 'is' | 'some',
  { type, isList }: PrismaField,
  schema: PrismaSchema,
): Checked<string> {
  if (!Object.hasOwn(schema.models, type)) return { message: `${type} is no relation` }
  if (isList === (op === 'some')) return { inner: type }
  return { message: isList ? 'the relation is a list; use some, every or none' : 'the relation is no list' }
}
