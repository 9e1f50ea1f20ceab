import type { ContentPolicy } from './content-policy.ts'
import { contentModel } from './model/content-model.ts'
import { Category, Product } from './products/product.ts'

/** The content types of the service that are declared. Teams add their own. */
export const builtInModel = contentModel([Product, Category])

/** The default policy of the service (C7.7). */
export const contentPolicy: ContentPolicy = builtInModel.policy
