import { where } from '@content-service/authz'
import { ANYBODY } from '../access/access.ts'
import type { Context, Stores } from '../context/context.ts'
import { allOf } from '../reading/reading.ts'
import type { CommentOnArticle } from '../comments/comment.ts'
import { createScope, listSearchTypes } from './search-operations.ts'
import type { SearchScope } from './search-store.ts'

const IS_ON_PUBLISHED = where<CommentOnArticle>().articleStatus.eq('PUBLISHED')

/** C15.13: the records that a guest may read, whose words correct searches; comments while their article is PUBLISHED. */
export const createReadableScope = ({ policy, model }: Pick<Context, 'policy' | 'model'>): SearchScope => {
  const scope = createScope({ caller: ANYBODY, policy, model }, listSearchTypes(model))
  const { COMMENT } = scope
  return { ...scope, ...(COMMENT && { COMMENT: allOf(COMMENT, IS_ON_PUBLISHED) }) }
}

/** Tells the search index which records a guest may read. It looks at all records again if this has changed. */
export const prepareCorrections = (
  { search }: Pick<Stores, 'search'>,
  parts: Pick<Context, 'policy' | 'model'>,
): Promise<void> => search.setReadable(createReadableScope(parts))
