import type { CategoryId, ProductId } from '../ids.ts'
import type { Category, Product } from './product.ts'

/** Port: where products are kept. */
export interface ProductStore {
  nextId(): ProductId
  /** @throws ContentError BAD_USER_INPUT at `categoryId` when the category does not exist. */
  add(product: Product): Promise<Product>
  get(id: ProductId): Promise<Product | null>
  change(id: ProductId, decide: (current: Product) => Product): Promise<Product | null>
  remove(id: ProductId, decide: (current: Product) => void): Promise<boolean>
}

/** Port: where categories are kept. */
export interface CategoryStore {
  nextId(): CategoryId
  /** @throws ContentError CONFLICT when the name is taken without regard to case. */
  add(category: Category): Promise<Category>
  get(id: CategoryId): Promise<Category | null>
}
