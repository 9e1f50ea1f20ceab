import { contentModel } from './model/content-model.ts'
import { Category, Product } from './products/product.ts'

/** The content types of the service that are declared. Teams add their own. */
export const builtInModel = contentModel([Product, Category])
