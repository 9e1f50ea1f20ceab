import { isSame } from '../../rules/is-same.ts'
import { isChoice, type ChoiceField } from '../fields/field.ts'
import { listEnums, listTypeNames } from '../interface-names.ts'
import type { RecordType } from '../types/record-type.ts'
import { problem } from './model-problem.ts'
import { TAKEN_NAMES } from './taken-names.ts'

interface Shared {
  readonly as: string
  readonly choices: ChoiceField['choices']
  readonly of: string
}

const listShared = (type: RecordType): readonly Shared[] =>
  listEnums(type).flatMap(({ name, field }) =>
    isChoice(field) && field.as !== undefined ? [{ as: name, choices: field.choices, of: type.name }] : [],
  )

/** C16.1: fields whose enum has one name have the same words, and no other type has the name. */
export const checkSharedChoices = (types: readonly RecordType[]): readonly string[] => {
  const shared = types.flatMap(listShared)
  const taken = new Set<string>([...types.flatMap(listTypeNames), ...TAKEN_NAMES.types])
  return shared.flatMap(({ as, choices, of }, place) => {
    const first = shared.findIndex((other) => other.as === as)
    return [
      ...problem(
        first === place && taken.has(as),
        `${of}: as: '${as}' is the name of another type; choose another name`,
      ),
      ...problem(
        !isSame(shared[first]?.choices, choices),
        `${of}: as: '${as}' has other words than in ${shared[first]?.of}; give both the same words, or another name`,
      ),
    ]
  })
}
