import { Article } from './articles/article.ts'
import { Comment } from './comments/comment.ts'
import type { ContentPolicy } from './content-policy.ts'
import { contentModel } from './model/content-model.ts'
import { Category, Product } from './products/product.ts'

/** The content types of the service. Teams add their own. */
export const builtInModel = contentModel([Article, Comment, Product, Category])

/** The default policy of the service (C7.7). */
export const contentPolicy: ContentPolicy = builtInModel.policy
