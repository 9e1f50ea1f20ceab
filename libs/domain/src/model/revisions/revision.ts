import { isSame } from '../../rules/is-same.ts'
import type { RevisionId, UserId } from '../../rules/ids.ts'
import { memoize } from '../../rules/memoize.ts'
import { readLinkedIds } from '../links/joined-links.ts'
import type { RecordType } from '../types/record-type.ts'
import { getRevisionType, type RevisionType } from './revision-type.ts'

type Values = Readonly<Record<string, unknown>>

/** A version of a record that an edit replaced, and the editor (C4.4, C17.3). */
export interface RecordRevision {
  readonly id: RevisionId
  readonly recordId: string
  readonly editorId: UserId
  readonly createdAt: Date
  /** By the names of attributes, in the form of JSON. Links in parts are there a second time, under the names of their lists. */
  readonly values: Values
}

/** How a write keeps the version that it replaces. */
export interface Keeping {
  readonly editorId: UserId
  readonly at: Date
  /**
   * C15.1: the most revisions of the record, the new one included. The store removes the oldest in the same transaction, also
   * those beyond MOST_REVISION_BYTES, with an entry of the audit log. Absent for a job, after which the next edit does it.
   */
  readonly most?: number
}

/** C15.1: the most bytes of the values of all revisions of a record. */
export const MOST_REVISION_BYTES = 64_000_000

const listNames: (type: RevisionType) => readonly string[] = memoize(({ attributes, manyLinks }) => [
  ...Object.keys(attributes),
  ...manyLinks.map(({ attribute }) => attribute),
])

const listShown: (type: RevisionType) => readonly string[] = memoize((type) =>
  listNames(type).filter((name) => !type.attributes[name]?.isHidden),
)

/** The value as JSON has it. */
const toJson = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : (value ?? null))

/** The values of a record that its revision has. */
export const readRevisedValues = (of: RecordType, record: object): Values => {
  const type = getRevisionType(of)
  const values = record as Values
  return Object.fromEntries([
    ...listNames(type).map((name) => [name, toJson(values[name])]),
    ...type.partLinks.map((link) => [link.name, readLinkedIds(type, link, values)]),
  ])
}

/** Whether two versions differ in what their revision shows: only then the service keeps the earlier one (C4.4). */
export const hasDifferentValues = (of: RecordType, one: object, other: object): boolean =>
  listShown(getRevisionType(of)).some(
    (name) => !isSame((one as Values)[name] ?? null, (other as Values)[name] ?? null),
  )

/** The revision of `replaced`, a version that somebody has replaced. */
export const createRevision = (
  type: RecordType,
  replaced: { readonly id: string | number },
  id: RevisionId,
  { editorId, at }: Keeping,
): RecordRevision => ({
  id,
  recordId: String(replaced.id),
  editorId,
  createdAt: at,
  values: readRevisedValues(type, replaced),
})

const isText = (value: unknown): value is string => typeof value === 'string'

/** The bytes of the values of a revision. */
export const measureValues = (values: Values): number =>
  Object.values(values).reduce<number>(
    (sum, value) => sum + Buffer.byteLength(isText(value) ? value : JSON.stringify(value)),
    0,
  )
