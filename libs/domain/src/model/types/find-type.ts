import type { RecordType } from './record-type.ts'

/** The type of the service in this model: a team may have added fields. */
export const findType = <T extends RecordType>(
  { typeNamed }: { readonly typeNamed: (name: string) => RecordType },
  { name }: T,
): T =>
  // A model has one type of each name, and `extended` only adds fields.
  typeNamed(name) as T
