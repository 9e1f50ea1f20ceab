import { randomInt } from 'node:crypto'
import type { RecordId, RecordType } from '@content-service/domain'
import {
  findSlug,
  findSlugWish,
  isSlugKnown,
  listCandidates,
  refuseTaken,
  toSlugKey,
  type AnyRecord,
  type SlugWish,
} from '@content-service/domain/internal/model'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { claimEach, claimSlug, dropSlug, keepOldSlug } from './stored-slugs.ts'

const SIGNS = 'abcdefghijklmnopqrstuvwxyz0123456789'
const RANDOM_SIGNS = 6

const makeEnd = (): string =>
  Array.from({ length: RANDOM_SIGNS }, () => SIGNS.charAt(randomInt(SIGNS.length))).join('')

/** So many writes with one title can overtake a write. Then it takes a random end, which no other write takes. */
const MOST_TRIES = 3

const claim = async (
  em: SqlEntityManager,
  type: RecordType,
  { id }: AnyRecord,
  wish: SlugWish,
): Promise<string | null> => {
  for (let tries = 1; wish.isDerived && tries <= MOST_TRIES; tries += 1) {
    const slug = await claimSlug(em, { type, id }, listCandidates(wish, makeEnd()))
    if (slug !== null) return slug
  }
  return claimSlug(em, { type, id }, listCandidates(wish, makeEnd()).slice(-1))
}

const leave = async (
  em: SqlEntityManager,
  type: RecordType,
  before: AnyRecord,
  { slug, at }: { readonly slug: string; readonly at: Date },
): Promise<void> =>
  isSlugKnown(type, before)
    ? keepOldSlug(em, { type, id: before.id }, { slug, at })
    : dropSlug(em, { type, id: before.id }, slug)

/**
 * C17.7: gives a record the slug of its next version, in the transaction that writes the record: a derived one that is taken gets
 * another end. @throws CONFLICT for a sent one that another record has or had.
 */
export const giveSlug = async <R extends AnyRecord>(
  em: SqlEntityManager,
  type: RecordType,
  { before, after }: { readonly before: R | null; readonly after: R },
): Promise<R> => {
  const attribute = findSlug(type)
  const wish = findSlugWish(type, before, after)
  if (attribute === undefined || wish === null) return after
  const slug = await claim(em, type, after, wish)
  if (slug === null) throw refuseTaken(type, toSlugKey(attribute))
  const old = before?.[attribute.name as keyof R] ?? null
  if (before && typeof old === 'string' && old !== slug)
    await leave(em, type, before, { slug: old, at: after.updatedAt ?? after.createdAt })
  return { ...after, [attribute.name]: slug }
}

/** Takes the slugs that new records of lines have. @throws CONFLICT if other records have some of them. */
export const claimGivenSlugs = async (
  em: SqlEntityManager,
  type: RecordType,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<void> => {
  const attribute = findSlug(type)
  const wanted = rows.flatMap(({ id, [attribute?.name ?? '']: slug }) =>
    typeof slug === 'string' ? [{ id: id as RecordId, slug }] : [],
  )
  if (attribute === undefined || wanted.length === 0) return
  const claimed = await claimEach(em, type, wanted)
  if (claimed.size < wanted.length) throw refuseTaken(type, toSlugKey(attribute))
}
