import { badUserInput, type ContentError, type ContentModel, type RecordType } from '@content-service/domain'
import { badValue } from '@content-service/domain/internal/rules'
import {
  isLink,
  linkedTo,
  listJoined,
  listUniqueKeys,
  REF_KEY,
  refusedByOtherVersion,
  refuseTaken,
  linkedByOtherVersion,
  type Field,
  type UniqueKey,
} from '@content-service/domain/internal/model'
import { nameJoiningTable } from '../tables/joining-table.ts'
import { isDeclaredLink } from './links/undeclared-links.ts'
import { nameKey } from './unique/unique-index.ts'
import { toSnakeCase } from '../statements/rows.ts'
import {
  CHECK_VIOLATION,
  FOREIGN_KEY_VIOLATION,
  NOT_NULL_VIOLATION,
  UNIQUE_VIOLATION,
  type DatabaseError,
} from '../statements/store-errors.ts'

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
  const link = listJoined(type).find(
    (each) => constraint === `${nameJoiningTable(type, each)}_linked_id_fkey`,
  )
  if (link === undefined || code !== FOREIGN_KEY_VIOLATION) return null
  const { word } = link.field.toMany
  // The parts do not say which of them has the id.
  if (link.isPart)
    return badUserInput([{ path: [], message: `a part links to a ${word} that is no longer there` }])
  return badValue([link.attribute], `there is no ${word} with this id`)
}

/** The attributes whose values an index of another version makes unique; null if its name does not say. */
const findKeyOfOther = (type: RecordType, constraint: string): UniqueKey | null => {
  const columns = /^(.+)_key$/.exec(constraint.slice(type.plural.length + 1))?.[1]?.split('_and_') ?? []
  const attributes = columns.map((column) =>
    Object.keys(type.attributes).find((name) => toSnakeCase(name) === column),
  )
  const known = attributes.filter((name) => name !== undefined)
  return known.length === 0 || known.length < columns.length
    ? null
    : { name: known.join(), attributes: known }
}

/** C15.17: the refusal of a value that the tables of another version do not take; null for another error. */
const refuseByOther = (
  type: RecordType,
  { code = '', constraint = '', column }: DatabaseError,
  model: ContentModel,
): ContentError | null => {
  if (code === FOREIGN_KEY_VIOLATION)
    return isDeclaredLink(model, constraint)
      ? linkedTo(type, { shown: [], hasHidden: true })
      : linkedByOtherVersion(type)
  const attribute = Object.keys(type.attributes).find((name) => toSnakeCase(name) === column)
  if (code === NOT_NULL_VIOLATION && attribute !== undefined)
    return badValue([attribute], 'must have a value, because another version of the service requires one')
  if (code === UNIQUE_VIOLATION && !constraint.endsWith('_pkey')) {
    const key = findKeyOfOther(type, constraint)
    return key ? refuseTaken(type, key) : refusedByOtherVersion(type)
  }
  return [NOT_NULL_VIOLATION, CHECK_VIOLATION].includes(code) ? refusedByOtherVersion(type) : null
}

/** The refusal of a value that violates a constraint of the type's table; any other error unchanged. */
export const translateConstraint = (type: RecordType, error: unknown, model: ContentModel): unknown => {
  const refusals = Object.entries(type.attributes).map((attribute) =>
    createRefusal(type, attribute, error as DatabaseError),
  )
  return (
    refusals.find((refusal) => refusal !== null) ??
    refuseKeys(type, error as DatabaseError) ??
    refuseLinks(type, error as DatabaseError) ??
    // The refusals before know all constraints of the type itself.
    refuseByOther(type, error as DatabaseError, model) ??
    error
  )
}
