import { isLink, listWords } from './field.ts'
import type { RecordType } from '../types/record-type.ts'
import { memoize } from '../../rules/memoize.ts'

/** What the values of a stored record must be, so that its declaration can show the record. */
export interface KnownValues {
  /** The attributes that are a word of a list, with these words. */
  readonly words: readonly (readonly [attribute: string, words: readonly string[]])[]
  /** The attributes that the interfaces never show as null. A link can be null in both interfaces. */
  readonly required: readonly string[]
}

const NOTHING: KnownValues = { words: [], required: [] }

const deriveKnown = ({ attributes }: RecordType): KnownValues => {
  const required = Object.entries(attributes).filter(([, field]) => !field.isOptional && !isLink(field))
  return {
    words: required.flatMap(([name, field]) => {
      const words = listWords(field)
      return words === null ? [] : [[name, words] as const]
    }),
    required: required.flatMap(([name, field]) => (listWords(field) === null ? [name] : [])),
  }
}

/**
 * C15.17: another version of the service may have stored a state that this declaration does not have, or no value for a
 * field that it requires. The types of the service change with the service alone.
 */
export const listKnownValues: (type: RecordType) => KnownValues = memoize((type) =>
  type.custom === null ? deriveKnown(type) : NOTHING,
)

/**
 * C15.17: whether the declaration can show a stored record. Nobody reads or changes another record in this process. A
 * member that the record does not have at all, such as the event of an earlier version, makes no difference.
 */
export const isKnown = (type: RecordType, record: object): boolean => {
  const values = record as Readonly<Record<string, unknown>>
  const { words, required } = listKnownValues(type)
  return (
    words.every(([name, known]) => values[name] === undefined || known.includes(String(values[name]))) &&
    required.every((name) => values[name] !== null)
  )
}
