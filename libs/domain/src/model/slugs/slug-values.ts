import { findState } from '../states/record-state.ts'
import { PUBLISHED_AT } from '../states/published-at.ts'
import type { RecordType } from '../types/record-type.ts'
import { findSlug, SLUG_DERIVED, type SlugAttribute } from './slugged.ts'
import { deriveSlug, listSlugs } from './slug-text.ts'

type Values = Readonly<Record<string, unknown>>

const derive = ({ word }: RecordType, { field }: SlugAttribute, values: Values): string =>
  deriveSlug(String(values[field.from] ?? ''), word)

/** Whether readers know the addresses of the record: its old slugs lead on, and the slug changes only when it is sent. */
export const isSlugKnown = (type: RecordType, record: object): boolean =>
  (findState(type)?.field.published ?? null) === null || (record as Values)[PUBLISHED_AT] !== null

/** C17.7: the slug of a new record. A derived one can be taken: the store then finds another one. */
export const beginSlug = (type: RecordType, given: Values): Values => {
  const slug = findSlug(type)
  if (slug === undefined) return {}
  const sent = given[slug.name] ?? null
  return { [slug.name]: sent ?? derive(type, slug, given), [SLUG_DERIVED]: sent === null }
}

/** The slug of a changed record that no client has sent: it follows its source until the record is published. */
const keepOrFollow = (type: RecordType, slug: SlugAttribute, current: Values, values: Values): Values => {
  const kept = { [slug.name]: current[slug.name], [SLUG_DERIVED]: current[SLUG_DERIVED] }
  if (!isFollowing(type, current)) return kept
  const derived = derive(type, slug, { ...current, ...values })
  // Another source can have the same slug, perhaps with a number.
  return derived === derive(type, slug, current) ? kept : { ...kept, [slug.name]: derived }
}

const isFollowing = (type: RecordType, current: Values): boolean =>
  current[SLUG_DERIVED] === true && !isSlugKnown(type, current)

/** C17.7: the values of a change, with the slug. Null asks for the derived one; the slug that is there already changes nothing. */
export const withSlug = (type: RecordType, record: object, values: Values): Values => {
  const slug = findSlug(type)
  if (slug === undefined) return values
  const current = record as Values
  const sent = values[slug.name]
  const isAsked = sent === null && !isFollowing(type, current)
  if (isAsked)
    return { ...values, [slug.name]: derive(type, slug, { ...current, ...values }), [SLUG_DERIVED]: true }
  if (sent === undefined || sent === null || sent === current[slug.name])
    return { ...values, ...keepOrFollow(type, slug, current, values) }
  return { ...values, [SLUG_DERIVED]: false }
}

/** C10.6: the slug of a new record of a line. Without one, the service gives it one afterwards. */
export const beginGivenSlug = (type: RecordType, given: Values): Values => {
  const slug = findSlug(type)
  if (slug === undefined) return {}
  return { [SLUG_DERIVED]: given[SLUG_DERIVED] ?? (given[slug.name] ?? null) === null }
}

/** C17.10: `withSlug` for a line, which can say whether its slug was derived. */
export const withGivenSlug = (type: RecordType, record: object, values: Values): Values => {
  const named = withSlug(type, record, values)
  const isGiven = typeof values[findSlug(type)?.name ?? ''] === 'string'
  return isGiven && values[SLUG_DERIVED] !== undefined
    ? { ...named, [SLUG_DERIVED]: values[SLUG_DERIVED] }
    : named
}

/** The slug that a write gives to a record. */
export interface SlugWish {
  readonly slug: string
  /** The service has derived it, so that the record gets another one if it is taken. */
  readonly isDerived: boolean
}

/** Null if the record keeps its slug. */
export const findSlugWish = (type: RecordType, before: object | null, after: object): SlugWish | null => {
  const slug = findSlug(type)
  if (slug === undefined) return null
  const [old, next] = [before, after].map((record) => (record as Values | null)?.[slug.name] ?? null)
  if (typeof next !== 'string' || next === old) return null
  return { slug: next, isDerived: (after as Values)[SLUG_DERIVED] === true }
}

/** C17.7: the slugs of which a record gets the first that is free; a sent one has no other. */
export const listCandidates = ({ slug, isDerived }: SlugWish, random: string): readonly string[] =>
  isDerived ? listSlugs(slug, random) : [slug]
