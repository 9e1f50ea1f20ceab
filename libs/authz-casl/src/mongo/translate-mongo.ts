import type { Condition } from '@content-service/authz'
import { checkName } from '../rules/comparisons.ts'
import { Inexact, display } from '../rules/inexact.ts'
import {
  type Part,
  all,
  always,
  any,
  checkDepth,
  inside,
  isQuery,
  negate,
  never,
  readQueries,
  readQuery,
} from '../rules/query.ts'
import { inexactOperators, matchesAbsent, mongoComparisons, mongoNegations } from './operators.ts'

/**
 * The condition of conditions in the form of MongoDB. It is true for the same rows, if each attribute of a row is null or of the
 * kind of the values that it is compared with.
 * @throws {Inexact} for an operator that no condition expresses.
 */
export const translateMongo = (conditions: unknown): Condition => translateQuery(conditions, 0)

function translateQuery(given: unknown, depth: number): Condition {
  const query = readQuery(given, { operator: 'conditions', field: '', depth })
  return all(
    Object.entries(query).map(([name, value]) =>
      name.startsWith('$')
        ? translateJunction({ operator: name, field: '', value, depth })
        : translateField(name, value, depth),
    ),
  )
}

function translateJunction(part: Part): Condition {
  const { operator, depth } = part
  if (!['$and', '$or', '$nor'].includes(operator))
    throw new Inexact(operator, '', 'it is no operator that joins conditions; use $and, $or or $nor')
  const parts = readQueries(part.value, part).map((each) => translateQuery(each, depth + 1))
  if (operator === '$and') return all(parts)
  return operator === '$or' ? any(parts) : negate(any(parts))
}

const isOperators = (value: unknown): boolean =>
  isQuery(value) && Object.keys(value).some((name) => name.startsWith('$'))

const translateField = (field: string, value: unknown, depth: number): Condition =>
  isOperators(value)
    ? translateOperators(field, value, depth)
    : translateOperator({ operator: '$eq', field, value, depth })

function translateOperators(field: string, given: unknown, depth: number): Condition {
  const operators = readQuery(given, { operator: '$not', field, depth })
  return all(
    Object.entries(operators).map(([operator, value]) =>
      translateOperator({ operator, field, value, depth: depth + 1 }),
    ),
  )
}

function translateOperator(part: Part): Condition {
  const { operator, field, value, depth } = part
  const positive = mongoNegations.get(operator)
  if (positive !== undefined) return negate(translateOperator({ ...part, operator: positive }))
  if (operator === '$not') return negate(translateOperators(field, value, depth))
  const [path, attribute] = readPath(part)
  if (operator === '$elemMatch') return wrap(path, inside('some', attribute, translateItem(part)))
  const compare = mongoComparisons.get(operator)
  if (!compare)
    throw new Inexact(operator, field, inexactOperators.get(operator) ?? 'it is no operator of MongoDB here')
  const compared = wrap(path, compare(attribute, part))
  // The path leads to nothing if one of its objects is null.
  const isAbsent = negate(wrap(path, always))
  return path.length > 0 && matchesAbsent.get(operator)?.(value) ? any([isAbsent, compared]) : compared
}

function translateItem({ operator, field, value, depth }: Part): Condition {
  if (isOperators(value))
    throw new Inexact(operator, field, 'it compares items that are no objects; write { $all: […] }')
  return translateQuery(value, depth + 1)
}

/** The names of the objects on the way, and the name of the attribute. */
function readPath(part: Part): readonly [path: readonly string[], attribute: string] {
  const names = part.field.split('.')
  checkDepth(part, part.depth + names.length)
  for (const name of names) checkName(name, part)
  const place = names.find((name) => !Number.isNaN(Number(name)))
  if (place !== undefined)
    throw new Inexact(part.operator, part.field, `${display(place)} is a place in a list; use an attribute`)
  const attribute = names.pop() ?? ''
  return [names, attribute]
}

const wrap = (path: readonly string[], inner: Condition): Condition =>
  inner === never ? never : path.reduceRight<Condition>((part, name) => inside('is', name, part), inner)
