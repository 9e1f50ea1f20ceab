import type { Condition } from '@content-service/authz'
import { checkName } from '../rules/comparisons.ts'
import { Inexact, display } from '../rules/inexact.ts'
import { type Part, all, any, inside, isQuery, negate, readQuery } from '../rules/query.ts'
import { inexactOperators, prismaComparisons, prismaNegations } from './operators.ts'

/**
 * The condition of a `where` object of Prisma. It is true for the same rows, if each attribute of a row is null or of the kind of
 * the values that it is compared with.
 * @throws {Inexact} for an operator that no condition expresses.
 */
export const translatePrisma = (where: unknown): Condition => translateWhere(where, 0)

const JUNCTIONS = ['AND', 'OR', 'NOT']

function translateWhere(given: unknown, depth: number): Condition {
  const where = readQuery(given, { operator: 'where', field: '', depth })
  return all(
    Object.entries(where).map(([name, value]) =>
      JUNCTIONS.includes(name)
        ? translateJunction({ operator: name, field: '', value, depth })
        : translateField(name, value, depth),
    ),
  )
}

/** A junction has a list of conditions, or one condition. */
function translateJunction({ operator, value, depth }: Part): Condition {
  const given: readonly unknown[] = Array.isArray(value) ? value : [value]
  const parts = given.map((where) => translateWhere(where, depth + 1))
  if (operator === 'AND') return all(parts)
  return operator === 'OR' ? any(parts) : negate(any(parts))
}

const translateField = (field: string, value: unknown, depth: number): Condition =>
  isQuery(value)
    ? translateOperators(field, value, depth)
    : translateOperator({ operator: 'equals', field, value, depth })

function translateOperators(field: string, given: unknown, depth: number): Condition {
  const operators = Object.entries(readQuery(given, { operator: 'not', field, depth }))
  if (operators.length === 0) throw new Inexact('equals', field, 'it compares with an empty object')
  return all(
    operators
      .filter(([operator, value]) => !isDefaultMode(operator, value, field))
      .map(([operator, value]) => translateOperator({ operator, field, value, depth: depth + 1 })),
  )
}

function isDefaultMode(operator: string, value: unknown, field: string): boolean {
  if (operator !== 'mode') return false
  if (value !== 'default')
    throw new Inexact(
      'mode',
      field,
      `databases ignore the case of letters in different ways: ${display(value)}`,
    )
  return true
}

function translateOperator(part: Part): Condition {
  const { operator, field, value, depth } = part
  const positive = prismaNegations.get(operator)
  if (positive !== undefined) return negate(translateOperator({ ...part, operator: positive }))
  if (operator === 'not')
    return negate(
      isQuery(value)
        ? translateOperators(field, value, depth)
        : translateOperator({ ...part, operator: 'equals' }),
    )
  checkDefined(part)
  const attribute = checkName(field, part)
  const nested = translateRelation(attribute, part)
  if (nested) return nested
  const compare = prismaComparisons.get(operator)
  if (!compare)
    throw new Inexact(operator, field, inexactOperators.get(operator) ?? 'it is no operator of Prisma here')
  return compare(attribute, part)
}

/** The object or the list of objects at a relation. */
function translateRelation(attribute: string, { operator, value, depth }: Part): Condition | undefined {
  const translate = () => translateWhere(value, depth + 1)
  if (operator === 'some' || operator === 'is') return inside(operator, attribute, translate())
  return operator === 'every' ? negate(inside('some', attribute, negate(translate()))) : undefined
}

/** Prisma ignores a condition with undefined, so that its query selects more rows than CASL allows. */
function checkDefined({ operator, field, value }: Part): void {
  if (value === undefined || (Array.isArray(value) && value.includes(undefined)))
    throw new Inexact(operator, field, 'Prisma ignores undefined; write a value or null')
}
