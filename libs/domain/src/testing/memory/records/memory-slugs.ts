import { findSlug, MOST_OLD_SLUGS, toSlugKey } from '../../../model/slugs/slugged.ts'
import { beginSlug, findSlugWish, isSlugKnown, listCandidates } from '../../../model/slugs/slug-values.ts'
import type { RecordId } from '../../../model/fields/field.ts'
import type { RecordType } from '../../../model/types/record-type.ts'
import { refuseTaken } from '../../../model/unique-keys.ts'
import type { MemorySession } from '../memory-session.ts'
import { toRow, type Id } from '../memory-tables.ts'

/** The end of a slug whose numbered ones are all taken: a number that no other record has. */
const writeEnd = ({ tables }: MemorySession): string => String(tables.recordSlugs.size).padStart(6, '0')

/** Keeps an old slug with the newest ones of its record; that of a record whose address nobody knows is gone. */
const leave = (
  { tables }: MemorySession,
  type: RecordType,
  before: object,
  { slug, at }: { readonly slug: string; readonly at: Date },
): void => {
  const { recordSlugs } = tables
  const id = toRow(before)['id'] as RecordId
  const own = { type: type.name, recordId: id }
  if (!isSlugKnown(type, before)) return void recordSlugs.remove({ ...own, slug })
  recordSlugs.change({ ...own, slug }, () => ({ leftAt: at }))
  const old = recordSlugs
    .where(({ type: of, recordId, leftAt }) => of === type.name && recordId === id && leftAt !== null)
    .toSorted((one, other) => Number(other.leftAt) - Number(one.leftAt) || (one.slug < other.slug ? -1 : 1))
  for (const each of old.slice(MOST_OLD_SLUGS)) recordSlugs.remove({ type: each.type, slug: each.slug })
}

/** A record with its slug, and the function that takes the slug once the record is stored. */
interface Named<R> {
  readonly record: R
  readonly take: () => void
}

/** C17.7: finds the slug of the next version of a record. @throws CONFLICT for a sent one that another record has or had. */
export const giveSlug = <R extends { readonly id: Id }>(
  session: MemorySession,
  type: RecordType,
  before: R | null,
  after: R,
): Named<R> => {
  const attribute = findSlug(type)
  const wish = findSlugWish(type, before, after)
  if (attribute === undefined || wish === null) return { record: after, take: () => undefined }
  const { recordSlugs } = session.tables
  // No record with a number as its id has a slug.
  const recordId = after.id as RecordId
  const isFree = (slug: string): boolean =>
    (recordSlugs.get(`${type.name} ${slug}`)?.recordId ?? recordId) === recordId
  const slug = listCandidates(wish, writeEnd(session)).find(isFree)
  if (slug === undefined) throw refuseTaken(type, toSlugKey(attribute))
  const take = (): void => {
    recordSlugs.put({ type: type.name, slug, recordId, leftAt: null })
    const old = before && toRow(before)[attribute.name]
    const { updatedAt, createdAt } = toRow(after)
    if (before && typeof old === 'string' && old !== slug)
      leave(session, type, before, { slug: old, at: (updatedAt ?? createdAt) as Date })
  }
  return { record: { ...after, [attribute.name]: slug }, take }
}

/** The slugs of deleted records go with them. */
export const dropSlugs = ({ tables }: MemorySession, type: RecordType, ids: readonly Id[]): void => {
  for (const id of ids) tables.recordSlugs.remove({ type: type.name, recordId: id as RecordId })
}

/** Gives a slug to records that have none. */
export const fillSlugs = (session: MemorySession, type: RecordType, atMost: number): number => {
  const { name = '' } = findSlug(type) ?? {}
  const records = session.tables.of(type.plural)
  const without = records.where((record) => (record[name] ?? null) === null).slice(0, atMost)
  for (const before of without) {
    const { record, take } = giveSlug(session, type, before, { ...before, ...beginSlug(type, before) })
    records.put(record)
    take()
  }
  return without.length
}
