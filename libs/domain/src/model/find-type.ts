import type { RecordType } from './record-type.ts'

/** A type of the service as a model has the type: a team can have added fields. */
export const findType = <T extends RecordType>(
  { typeNamed }: { readonly typeNamed: (name: string) => RecordType },
  { name }: T,
): T =>
  // A model has one type of each name, and `extended` only adds fields.
  typeNamed(name) as T
