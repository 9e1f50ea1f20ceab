import type { ContentModel, RecordType } from '@content-service/domain'
import {
  isComputedByReads,
  isLink,
  isMany,
  isOwner,
  isChoice,
  isState,
  listWords,
  listUnreachedStates,
  type Field,
} from '@content-service/domain/internal/model'
import { describeKind } from '../field-kinds.ts'

/** What a version of the service says about a field. */
export interface FieldDocument {
  readonly name: string
  /** The name of the builder, with the type to which a link leads: `line`, `one Venue`. */
  readonly kind: string
  readonly optional: boolean
  /** The value of a new record for which no client gives one. */
  readonly initial: unknown
  readonly unique: boolean
  readonly limits: Readonly<Record<string, number>>
  readonly states?: readonly string[]
  /** The words of a choice. */
  readonly choices?: readonly string[]
  /** C16.2: code of the declaration gives the value, which a column stores. */
  readonly computed?: true
  /** The states to which no operation leads. */
  readonly unreached?: readonly string[]
  readonly onDelete?: string
  /** C17.10: the name in an earlier release. */
  readonly renamedFrom?: string
}

/** What a version of the service says about a content type. */
export interface TypeDocument {
  readonly name: string
  readonly table: string
  readonly single: boolean
  readonly fixed: boolean
  /** C17.4: the state of deleted records, or true; null for a type without a trash. Earlier releases do not say it. */
  readonly trash?: string | true | null
  /** C17.10: the name in an earlier release. */
  readonly renamedFrom?: string
  readonly fields: readonly FieldDocument[]
}

/** The output of `types list --json`. */
export interface ModelDocument {
  readonly types: readonly TypeDocument[]
}

const LIMITS = ['minLength', 'maxLength', 'minimum', 'maximum', 'maxItems'] as const

const listLimits = ({ schema }: Field): FieldDocument['limits'] =>
  Object.fromEntries(
    LIMITS.flatMap((limit) => {
      const value = schema[limit]
      return value === undefined ? [] : [[limit, value]]
    }),
  )

const describeField = (type: RecordType, [name, field]: readonly [string, Field]): FieldDocument => ({
  name,
  kind: describeKind(field),
  optional: field.isOptional,
  initial: isOwner(field) ? null : field.initial,
  unique: field.isUnique,
  limits: listLimits(field),
  ...(isChoice(field) && { choices: listWords(field) ?? [] }),
  ...(isState(field) && { states: field.states, unreached: listUnreachedStates(type) }),
  ...((isLink(field) || isMany(field)) && { onDelete: field.onDelete }),
  ...(field.computed && { computed: true as const }),
  ...(field.renamedFrom !== undefined && { renamedFrom: field.renamedFrom }),
})

const describeType = (type: RecordType): TypeDocument => ({
  name: type.name,
  table: type.plural,
  single: type.isSingle,
  fixed: type.isFixed,
  trash: type.trash && (type.trash.state ?? true),
  ...(type.earlier && { renamedFrom: type.earlier.name }),
  // No version stores the values that its reads compute.
  fields: Object.entries(type.fields)
    .filter(([, field]) => !isComputedByReads(field))
    .map((field) => describeField(type, field)),
})

/** The types of a model, so that a later version can compare itself with them. */
export const describeModel = ({ types }: ContentModel): ModelDocument => ({ types: types.map(describeType) })
