import { type Condition, isSibling, hasInner } from '../engine/conditions/condition.ts'
import { type Filter, toCondition } from '../engine/decisions/filter.ts'
import { print } from '../engine/printer/printer.ts'
import { type Checked, type Part, findProblems, refuse } from '../engine/printer/visit.ts'
import { type MongoFilter, objectWriter } from './writer.ts'

export type { MongoFilter } from './writer.ts'

/**
 * A filter or condition as a filter of MongoDB, for `find`, `countDocuments` and `$match`. It selects a document exactly if
 * the condition is true for the document in JavaScript, also with nulls, absent fields and lists in the place of values.
 * The type of the result is the type of your driver's filters: `collection.find(toMongo(filter))`.
 * @throws {InvalidPolicy} if MongoDB reads the name of an attribute as a path or as an operator.
 * @throws {TypeError} if the condition still contains a reference to a subject.
 */
export function toMongo<Found = MongoFilter>(given: Filter | Condition): Found {
  const condition = toCondition(given)
  refuse(findProblems(condition, true, checkPart))
  return print(condition, false, objectWriter('')) as Found
}

function checkPart(part: Part): Checked<true> {
  const { attribute } = part
  if (/^$|^\$|[.\0]|^__proto__$/.test(attribute)) return { message: 'MongoDB has no field with this name' }
  if (hasInner(part)) return { inner: true }
  if (isSibling(part.value))
    return { message: `no filter of find compares it with "${part.value.attribute}" exactly` }
  return part.by === undefined ? {} : { message: `MongoDB has no function "${part.by}"` }
}
