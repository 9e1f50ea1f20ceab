import { Article } from '../articles/article.ts'
import { Comment } from '../comments/comment.ts'
import type { ContentPolicy } from '../access/content-policy.ts'
import { createModel, type ContentModel, type ModelBase } from '../model/content-model.ts'
import type { RecordType } from '../model/types/record-type.ts'
import type { ModelOptions } from '../model/roles/model-options.ts'
import { nameTypeOperations } from '../records/type-operations.ts'
import { Category, Product } from '../products/product.ts'
import { GHOST } from '../users/ghost.ts'
import { User } from '../users/user.ts'
import { listActions } from './list-actions.ts'
import { BUILT_IN_READ_PERMISSIONS, BUILT_IN_RELATIONS } from './built-in-collections.ts'
import { BUILT_IN_OPERATIONS } from './operations.ts'

/** A model has articles, users and comments, unless it leaves out articles or comments (C15.23). */
const BASE: ModelBase = {
  types: [Article, User, Comment],
  optional: [Article, Comment, Product, Category],
  relations: BUILT_IN_RELATIONS,
  readPermissions: BUILT_IN_READ_PERMISSIONS,
  operations: BUILT_IN_OPERATIONS,
  derive: nameTypeOperations,
  listActions,
  ghost: GHOST,
}

/**
 * The model of these content types: `contentModel([...builtInModel.types, Workshop])`. The options add roles, which
 * `allowed` of the types can name (C15.22), and leave out types of the service (C15.23).
 * @throws ModelError with all problems of the declarations and of the options.
 */
export const contentModel = (types: readonly RecordType[], options?: ModelOptions): ContentModel =>
  createModel(types, BASE, options)

/** The content types of the service. Teams add their own. */
export const builtInModel = contentModel([Article, User, Comment, Product, Category])

/** The default policy of the service (C7.7). */
export const contentPolicy: ContentPolicy = builtInModel.policy
