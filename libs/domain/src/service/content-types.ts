import { Article } from '../articles/article.ts'
import { Comment } from '../comments/comment.ts'
import type { ContentPolicy } from '../access/content-policy.ts'
import { createModel, type ContentModel } from '../model/content-model.ts'
import type { RecordType } from '../model/record-type.ts'
import { nameTypeOperations } from '../records/type-operations.ts'
import { BUILT_IN_OPERATIONS } from './operations.ts'
import { Category, Product } from '../products/product.ts'
import { User } from '../users/user.ts'

/** The model of these content types. @throws ModelError with all problems of the declarations. */
export const contentModel = (types: readonly RecordType[]): ContentModel =>
  createModel(types, { builtIn: BUILT_IN_OPERATIONS, derive: nameTypeOperations })

/** The content types of the service. Teams add their own. */
export const builtInModel = contentModel([Article, User, Comment, Product, Category])

/** The default policy of the service (C7.7). */
export const contentPolicy: ContentPolicy = builtInModel.policy
