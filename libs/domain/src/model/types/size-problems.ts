import type { Problem } from '../../rules/errors.ts'
import { isSame } from '../../rules/is-same.ts'
import { MOST_JSON_BYTES } from '../../rules/json-value.ts'
import { isComposed } from '../fields/field.ts'
import { MOST_PART_LINKS, readLinkedIds } from '../links/joined-links.ts'
import { MOST_HIDDEN } from '../links/many-links.ts'
import { listPlacedLinks } from '../links/part-links.ts'
import type { CheckedWrite } from './check-problems.ts'
import type { RecordType } from './record-type.ts'

type Values = Readonly<Record<string, unknown>>
type SizedType = Pick<RecordType, 'attributes' | 'partLinks' | 'manyLinks'>

const countBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '')

const mapInitial = (attributes: RecordType['attributes'], names: readonly string[]): Values =>
  Object.fromEntries(names.map((name) => [name, attributes[name]?.initial ?? null]))

/** C16.1: links that the writer does not see count up to as many again. */
const MOST_LINKS = MOST_PART_LINKS + MOST_HIDDEN

const findLinksProblems = (type: SizedType, { record }: CheckedWrite): readonly Problem[] =>
  type.partLinks
    .filter((link) => readLinkedIds(type, link, record).length > MOST_LINKS)
    .flatMap(({ field: { toMany } }) => {
      const placed = listPlacedLinks(type.attributes, record as Values)
      const names = placed.flatMap(({ field, path: [name] }) => (field.to.name === toMany.name ? [name] : []))
      const message = `links, with the other parts of the record, to too many records of ${toMany.name}; send at most 1,000`
      return [...new Set(names)].map((name) => ({ path: [name ?? ''], message }))
    })

/**
 * C16.1: the groups, lists, blocks and JSON of a record have at most 1 MiB together. Each of them that the write changes has
 * a problem; a record that another version of the service has stored keeps its values.
 */
const findBytesProblems = (
  { attributes }: Pick<RecordType, 'attributes'>,
  { record, previous }: CheckedWrite,
): readonly Problem[] => {
  // C16.2: computed values have a bound of their own.
  const names = Object.entries(attributes).flatMap(([name, field]) =>
    isComposed(field) && field.computed === undefined ? [name] : [],
  )
  if (names.length === 0) return []
  const [values, before] = [record as Values, previous as Values | null]
  const initial = mapInitial(attributes, names)
  const bytes = names.reduce((sum, name) => sum + countBytes(values[name]), 0)
  if (bytes <= MOST_JSON_BYTES) return []
  const message = `has, with the other parts and JSON of the record, ${bytes} bytes; send at most 1 MiB`
  return names
    .filter((name) => !isSame(values[name], (before ?? initial)[name]))
    .map((name) => ({ path: [name], message }))
}

/** C16.1: the problems of a record whose parts are too large, or link to too many records. */
export const findSizeProblems = (type: SizedType, write: CheckedWrite): readonly Problem[] => [
  ...findBytesProblems(type, write),
  ...findLinksProblems(type, write),
]
