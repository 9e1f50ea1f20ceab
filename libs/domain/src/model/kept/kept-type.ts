import { parseRevisionId } from '../../rules/ids.ts'
import type { Field } from '../fields/field.ts'
import type { Fields } from '../types/record-operation.ts'
import type { RecordType } from '../types/record-type.ts'
import { replaceFields } from '../types/replace-fields.ts'

/** A type that describes values of another type's records which are kept apart from them: earlier versions, or drafts. */
export interface KeptType extends RecordType {
  /** The type of the records. */
  readonly keptOf: RecordType
  readonly keptAs: 'revision' | 'draft'
}

/** The relation from kept values to their record. No interface shows it. */
export const KEPT_RECORD = '.record'

/** Another version of the declaration can have kept the values, so that each one can be missing. */
export const canBeMissing = (field: Field): Field => {
  const missing = { ...field, isOptional: true, isNonNull: undefined }
  return missing
}

interface Kept<As> {
  readonly as: As
  readonly name: string
  /** The collection. */
  readonly plural: string
  readonly fields: Fields
}

/** The type of kept values: it has the rights and masks of the records, and nothing else of what a type can do. */
export const deriveKeptType = <As extends KeptType['keptAs']>(
  type: RecordType,
  { as, name, plural, fields }: Kept<As>,
): KeptType & { readonly keptAs: As } => ({
  ...replaceFields(type, fields),
  name,
  plural,
  word: as,
  isNumbered: false,
  isFixed: true,
  isSingle: false,
  isLive: false,
  isSearchable: false,
  showsChangeTime: false,
  hasRef: false,
  keepsRevisions: false,
  takesDrafts: false,
  trash: null,
  schedule: null,
  takesLikes: false,
  countsViews: false,
  keptOf: type,
  keptAs: as,
  custom: null,
  check: null,
  resource: null,
  uniques: [],
  indexes: [],
  defaultOrder: null,
  operations: {},
  parseId: parseRevisionId as unknown as RecordType['parseId'],
})

export const isKeptType = (type: RecordType | undefined): type is KeptType =>
  type !== undefined && 'keptOf' in type
