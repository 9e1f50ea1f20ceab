import { where } from '@content-service/authz'
import { ANYBODY } from '../access/access.ts'
import { findGuestRight, guestRightTakesTime } from '../access/guest-right.ts'
import type { Context, Stores } from '../context/context.ts'
import type { Collection } from '../model/collections.ts'
import { allOf } from '../reading/reading.ts'
import type { CommentFacts } from '../access/built-in-facts.ts'
import { followsLinks } from '../visibility/shown-records.ts'
import { createScope } from './search-operations.ts'
import type { SearchScope } from './search-store.ts'

const IS_ON_PUBLISHED = where<CommentFacts>().article.status.eq('PUBLISHED')

/** Whether the records that a guest may read change only with themselves. */
const asksOwnAttributes = (
  { policy, model }: Pick<Context, 'policy' | 'model'>,
  from: Collection,
): boolean => {
  const type = model.typeOf(from)
  if (type === undefined || !followsLinks({ policy, model }, from)) return true
  const { permissions, attributes } = type
  return findGuestRight(policy, { permission: permissions.read, attributes }) !== null
}

/**
 * C15.13: the records that a guest may read, whose words correct searches; comments while their article is PUBLISHED. Another
 * right of guests that follows a link, or that takes the time (C15.24), changes without the record, so that the words of such
 * types correct nothing.
 */
export const createReadableScope = ({ policy, model }: Pick<Context, 'policy' | 'model'>): SearchScope => {
  const searched = model.searches.filter(({ type, from }) => {
    const permission = model.readPermission(from)
    if (permission !== null && guestRightTakesTime(policy, permission)) return false
    return type === 'COMMENT' || asksOwnAttributes({ policy, model }, from)
  })
  const scope = createScope(
    { caller: ANYBODY, policy, model },
    searched.map(({ type }) => type),
  )
  const { COMMENT } = scope
  return { ...scope, ...(COMMENT && { COMMENT: allOf(COMMENT, IS_ON_PUBLISHED) }) }
}

/** Tells the search index which records a guest may read. It looks at all records again if this has changed. */
export const prepareCorrections = (
  { search }: Pick<Stores, 'search'>,
  parts: Pick<Context, 'policy' | 'model'>,
): Promise<void> => search.setReadable(createReadableScope(parts))
