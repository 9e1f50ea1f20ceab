import { DELETED, type Trash } from '../../model/trash/trash.ts'
import type { RecordType } from '../../model/types/record-type.ts'
import { isObject } from '../../rules/is-object.ts'
import { findWord } from '../../rules/similar-name.ts'

type Where = Readonly<Record<string, unknown>>

const read = (given: unknown, name: string): unknown => (isObject(given) ? (given as Where)[name] : undefined)

const namesState = (trash: Trash, state: string, given: unknown): boolean => {
  if (Array.isArray(given)) return given.some((part) => namesState(trash, state, part))
  if (!isObject(given)) return false
  const named = read(given, trash.attribute)
  const [equal, words] = [read(named, 'eq'), read(named, 'in')]
  const isState = (word: unknown) => typeof word === 'string' && findWord([state], word) !== undefined
  return (
    isState(equal) ||
    (Array.isArray(words) && words.some(isState)) ||
    namesState(trash, state, read(given, 'and'))
  )
}

/**
 * Whether a filter asks for records in the trash: by their state at its top or below `and` alone (C13.2), or by `deleted` at its
 * top (C17.4).
 */
export const namesTrash = ({ trash }: Pick<RecordType, 'trash'>, given: unknown): boolean => {
  if (trash === null) return false
  return trash.state === null
    ? read(read(given, DELETED), 'eq') === true
    : namesState(trash, trash.state, given)
}
