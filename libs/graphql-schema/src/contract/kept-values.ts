import type { RecordType } from '@content-service/domain'
import {
  describeField,
  describeHidden,
  isLink,
  isMany,
  type Field,
} from '@content-service/domain/internal/model'
import { field } from './ast.ts'
import { WINDOW_ARGUMENTS } from './list-fields.ts'
import { nameValueType } from './value-types.ts'

/** A field of a revision or a draft. The types of parts and choices are those of the record. */
export const declareKeptValue = (type: RecordType, name: string, kept: Field) => {
  if (isMany(kept)) return field(name, `[${kept.toMany.name}!]`, kept.about, WINDOW_ARGUMENTS)
  const valueType = isLink(kept) ? kept.to.name : nameValueType(type, name, kept)
  const sign = kept.isOptional ? '' : '!'
  return field(name, `${valueType}${sign}`, `${describeField(kept)}${describeHidden(kept)}`)
}
