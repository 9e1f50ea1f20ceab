import { where } from '@content-service/authz'
import { ANYBODY } from '../access/access.ts'
import type { Context, Stores } from '../context/context.ts'
import { allOf } from '../reading/reading.ts'
import type { CommentFacts } from '../access/built-in-facts.ts'
import { followsLinks } from '../visibility/shown-records.ts'
import { createScope } from './search-operations.ts'
import type { SearchScope } from './search-store.ts'

const IS_ON_PUBLISHED = where<CommentFacts>().article.status.eq('PUBLISHED')

/**
 * C15.13: the records that a guest may read, whose words correct searches; comments while their article is PUBLISHED. Other
 * rights that follow a link change without the record, so that the words of such types correct nothing.
 */
export const createReadableScope = ({ policy, model }: Pick<Context, 'policy' | 'model'>): SearchScope => {
  const searched = model.searches.filter(
    ({ type, from }) => type === 'COMMENT' || !followsLinks({ policy, model }, from),
  )
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
