import type { ContentError, RecordType } from '@content-service/domain'
import { badValue } from '@content-service/domain/rules'
import {
  isLink,
  linkedTo,
  listUniqueKeys,
  REF_KEY,
  refuseTaken,
  type Field,
} from '@content-service/domain/model'
import { nameJoiningTable } from './links/joining-table.ts'
import { nameKey } from './unique/unique-index.ts'
import { toSnakeCase } from '../rows.ts'
import { FOREIGN_KEY_VIOLATION, UNIQUE_VIOLATION, type DatabaseError } from '../store-errors.ts'

const createRefusal = (
  { plural }: RecordType,
  [name, field]: readonly [string, Field],
  { code, constraint }: DatabaseError,
): ContentError | null => {
  const column = `${plural}_${toSnakeCase(name)}`
  if (isLink(field) && code === FOREIGN_KEY_VIOLATION && constraint === `${column}_fkey`)
    return badValue([name], `there is no ${field.to.word} with this id`)
  return null
}

const refuseKeys = (type: RecordType, { code, constraint }: DatabaseError): ContentError | null => {
  const key = [...listUniqueKeys(type), REF_KEY].find((each) => constraint === nameKey(type, each))
  return key && code === UNIQUE_VIOLATION ? refuseTaken(type, key) : null
}

const refuseLinks = (type: RecordType, { code, constraint }: DatabaseError): ContentError | null => {
  const link = type.manyLinks.find((each) => constraint === `${nameJoiningTable(type, each)}_linked_id_fkey`)
  return link && code === FOREIGN_KEY_VIOLATION
    ? badValue([link.attribute], `there is no ${link.field.toMany.word} with this id`)
    : null
}

/** The refusal of a value that violates a constraint of the type's table; any other error unchanged. */
export const translateConstraint = (type: RecordType, error: unknown): unknown => {
  const refusals = Object.entries(type.attributes).map((attribute) =>
    createRefusal(type, attribute, error as DatabaseError),
  )
  // The refusals know all foreign keys of the type itself.
  const isOfOther = (error as DatabaseError).code === FOREIGN_KEY_VIOLATION
  return (
    refusals.find((refusal) => refusal !== null) ??
    refuseKeys(type, error as DatabaseError) ??
    refuseLinks(type, error as DatabaseError) ??
    (isOfOther ? linkedTo(type, { shown: [], hasHidden: true }) : error)
  )
}
