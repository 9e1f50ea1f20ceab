import type { Condition } from '@content-service/authz'
import type { ContentModel } from '../model/content-model.ts'
import type { RecordType } from '../model/types/record-type.ts'
import { allOf } from '../reading/reading.ts'
import { listMembers } from './lists/list-members.ts'
import { foldStart, textAttribute } from './lists/text-functions.ts'

type Compared = Extract<Condition, { readonly attribute: string; readonly value: unknown }>

const isTexts = (values: readonly unknown[]): values is readonly string[] =>
  values.every((value) => typeof value === 'string')

/** The comparison of a text, and that of its beginning, which the index has. */
const compareStart = (model: ContentModel, type: RecordType, condition: Compared): Condition => {
  const { attribute, value } = condition
  const texts: readonly unknown[] = condition.op === 'in' && Array.isArray(value) ? value : [value]
  const member = listMembers(model, type)[attribute]
  if (member?.kind !== 'value' || member.values !== 'text' || !isTexts(texts)) return condition
  if (!member.isIndexed && !member.isInIndex) return condition
  const starts = texts.map((text) => foldStart(text))
  const own = foldStart(textAttribute(attribute))
  const [first, ...others] = starts
  return allOf(first !== undefined && others.length === 0 ? own.eq(first) : own.in(starts), condition)
}

/** The type to which a link of a type leads. */
const findLinked = (model: ContentModel, type: RecordType, link: string): RecordType | null =>
  model.typeOf(model.relation(type.plural, link).to) ?? null

/**
 * A right in the words of indexes. An index on text holds the beginnings of folded texts (C14.9), so that a comparison of the
 * text itself would read all records. A negated condition has no index.
 */
export const writeForIndexes = (model: ContentModel, type: RecordType, right: Condition): Condition => {
  switch (right.op) {
    case 'and':
    case 'or':
      return { ...right, conditions: right.conditions.map((each) => writeForIndexes(model, type, each)) }
    case 'is': {
      const linked = findLinked(model, type, right.attribute)
      return linked ? { ...right, condition: writeForIndexes(model, linked, right.condition) } : right
    }
    case 'eq':
    case 'in':
      return compareStart(model, type, right)
    default:
      return right
  }
}
