import { isChoice } from '../fields/field.ts'
import { listEnums, listParts, listTypeNames } from '../interface-names.ts'
import { namePartChange, namePartInput } from '../part-names.ts'
import type { RecordType } from '../types/record-type.ts'
import { problem } from './model-problem.ts'
import { TAKEN_NAMES } from './taken-names.ts'

/** A type of GraphQL that the option `as` names. */
interface Shared {
  readonly as: string
  /** The declaration without its functions. */
  readonly declared: string
  readonly of: string
}

const listShared = (type: RecordType): readonly Shared[] => {
  const { parts, unions } = listParts(type)
  const of = type.name
  const share = (as: string, declared: unknown): Shared => ({ as, declared: JSON.stringify(declared), of })
  return [
    ...listEnums(type).flatMap(({ name, field }) =>
      isChoice(field) && field.as !== undefined ? [share(name, field.choices)] : [],
    ),
    ...parts.flatMap(({ name, members, hasKey, isShared }) => {
      if (!isShared) return []
      return [
        share(name, [members, hasKey]),
        ...[namePartInput(name), namePartChange(name)].map((each) => share(each, members)),
      ]
    }),
    ...unions.flatMap(({ name, types, isShared }) =>
      isShared ? [share(name, types), share(namePartInput(name), types)] : [],
    ),
  ]
}

/** C16.1: fields whose types have one name have the same declaration, and no other type has the name. */
export const checkSharedTypes = (types: readonly RecordType[]): readonly string[] => {
  const shared = types.flatMap(listShared)
  const taken = new Set<string>([...types.flatMap(listTypeNames), ...TAKEN_NAMES.types])
  return shared.flatMap(({ as, declared, of }, place) => {
    const first = shared.findIndex((other) => other.as === as)
    return [
      ...problem(
        first === place && taken.has(as),
        `${of}: as: '${as}' is the name of another type; choose another name`,
      ),
      ...problem(
        shared[first]?.declared !== declared,
        `${of}: as: '${as}' has another declaration than in ${shared[first]?.of}; give both the same one, or another name`,
      ),
    ]
  })
}
