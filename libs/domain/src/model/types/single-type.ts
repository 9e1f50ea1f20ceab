import type { RecordId } from '../fields/field.ts'

/** C14.4: the id of the only record of a single type. The migration that creates the table inserts the record. */
export const SINGLE_ID = '00000000-0000-7000-8000-000000000000' as RecordId

/** The types with lists, addresses of single records, and operations that create records. */
export const listPluralTypes = <Type extends { readonly isSingle: boolean }>(
  types: readonly Type[],
): readonly Type[] => types.filter(({ isSingle }) => !isSingle)
