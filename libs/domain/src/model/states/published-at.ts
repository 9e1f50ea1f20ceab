import { isState, type Field } from '../fields/field.ts'
import { time } from '../fields/field-builders.ts'
import type { Fields } from '../types/record-operation.ts'
import { problem } from '../checks/model-problem.ts'

/** The attribute of each type that names a published state. */
export const PUBLISHED_AT = 'publishedAt'

const findPublished = (fields: Fields): string | null =>
  Object.values(fields).find(isState)?.published ?? null

/** Whether the service sets the field whenever a record is published. */
export const isPublishedAt = (fields: Fields, name: string): boolean =>
  name === PUBLISHED_AT && findPublished(fields) !== null

/** C17.1: the time of the first publication, for a type that names a published state. */
export const declarePublishedAt = (fields: Fields): Fields => {
  const published = findPublished(fields)
  if (published === null || Object.hasOwn(fields, PUBLISHED_AT)) return {}
  const about = `The time at which the record was first ${published}; null until then.`
  return { [PUBLISHED_AT]: time({ about, optional: true, setByOperation: true }) }
}

const isTimeOfService = ({ kind, isInput, isOptional }: Field): boolean =>
  kind === 'time' && !isInput && isOptional

/** Articles declare the field themselves, because a release has published its index. */
export const findPublishedAtProblems = (fields: Fields): readonly string[] => {
  const own = fields[PUBLISHED_AT]
  return problem(
    findPublished(fields) !== null && own !== undefined && !isTimeOfService(own),
    'publishedAt is the time of the first publication, which the service sets; leave out the field, or rename it',
  )
}
