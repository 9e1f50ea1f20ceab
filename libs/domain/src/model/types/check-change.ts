import { checkInput, type Rules } from '../../rules/accept.ts'
import { mergeChange } from '../fields/merge-change.ts'
import type { RecordType } from './record-type.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * Checks a change before a transaction begins, as `checkInput` does. The returned function gives the values for the record that
 * changes, in which each group is whole (C16.1), or throws the problems.
 */
export const checkChange = (
  { attributes, changeRules }: Pick<RecordType, 'attributes' | 'changeRules'>,
  change: object,
  rules: Rules = changeRules,
): ((current: object) => Values) => {
  const take = checkInput(rules, change as Values)
  return (current) => mergeChange(attributes, { ...current }, take(current))
}
