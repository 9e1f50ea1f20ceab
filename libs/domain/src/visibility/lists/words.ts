import type { Condition } from '@content-service/authz'
import type { RecordType } from '../../model/types/record-type.ts'
import { allOf, type FilterPart } from '../../reading/reading.ts'
import { accept } from '../../rules/accept.ts'
import { dropRepeated } from '../../rules/searched-words.ts'
import { createWordsRule, MOST_SEARCHED } from '../../rules/text.ts'

/** The attribute of a condition on the words of a record. No field has such a name. */
const WORDS = '@words'

const check = createWordsRule(MOST_SEARCHED)
const rules = { query: (text: string) => dropRepeated(check(text)) }

/** The parameter `query` of a list, as a part of its filters (C20.3). */
export const createWordsPart = (query: string): FilterPart => ({
  where: { query },
  path: ['query'],
  isShort: true,
  isWords: true,
})

export const readWords = ({ where }: FilterPart): string => {
  const { query } = where as { readonly query: string }
  return accept(rules, { query }).query
}

/** The condition that the searched texts of a record have the words. @throws BAD_USER_INPUT. */
export const parseWords = ({ isSearchable, name }: RecordType, parts: readonly FilterPart[]): Condition => {
  if (parts.length > 0 && !isSearchable) throw new Error(`No text of ${name} is searched.`)
  return allOf(...parts.map((part) => ({ op: 'eq', attribute: WORDS, value: readWords(part) }) as const))
}

/** A condition of a list, and the texts of its searches, which a store compares in its own way. */
export interface WordsAndRest {
  readonly words: readonly string[]
  readonly rest: Condition
}

const isWords = (condition: Condition): condition is Condition & { readonly value: string } =>
  condition.op === 'eq' && condition.attribute === WORDS

/** Takes the words out of a condition: they are joined to the others by `and` alone. */
export const splitWords = (condition: Condition): WordsAndRest => {
  if (isWords(condition)) return { words: [condition.value], rest: allOf() }
  if (condition.op !== 'and') return { words: [], rest: condition }
  const parts = condition.conditions.map(splitWords)
  const words = parts.flatMap((part) => part.words)
  return words.length === 0
    ? { words, rest: condition }
    : { words, rest: { ...condition, conditions: parts.map(({ rest }) => rest) } }
}
