import type {
  Category,
  CategoryId,
  CategoryStore,
  Product,
  ProductId,
  ProductStore,
} from '@content-service/domain'
import { v7 as uuidv7 } from 'uuid'
import { assignChanged, FOR_UPDATE } from '../rows.ts'
import type { StoreSession } from '../store-session.ts'
import { CategoryEntity, ProductEntity, type ProductRow } from './product.entity.ts'

export class SqlProductStore implements ProductStore {
  readonly #session: StoreSession

  constructor(session: StoreSession) {
    this.#session = session
  }

  nextId(): ProductId {
    return uuidv7() as ProductId
  }

  async add(product: Product): Promise<Product> {
    await this.#session.change('products', async (em) => {
      await em.insert(ProductEntity, { ...product })
      return [{ before: null, after: product }]
    })
    return product
  }

  get(id: ProductId): Promise<Product | null> {
    return this.#session.run((em) => em.findOne(ProductEntity, { id }))
  }

  async change(id: ProductId, decide: (current: Product) => Product): Promise<Product | null> {
    const [change] = await this.#session.change('products', async (em) => {
      const row = await em.findOne(ProductEntity, { id }, FOR_UPDATE)
      if (row === null) return []
      const before: Product = { ...row }
      assignChanged<ProductRow>(row, decide(before))
      return [{ before, after: { ...row } }]
    })
    return change?.after ?? null
  }

  async remove(id: ProductId, decide: (current: Product) => void): Promise<boolean> {
    const removed = await this.#session.change('products', async (em) => {
      const row = await em.findOne(ProductEntity, { id }, FOR_UPDATE)
      if (row === null) return []
      const before: Product = { ...row }
      decide(before)
      em.remove(row)
      return [{ before, after: null }]
    })
    return removed.length > 0
  }
}

export class SqlCategoryStore implements CategoryStore {
  readonly #session: StoreSession

  constructor(session: StoreSession) {
    this.#session = session
  }

  nextId(): CategoryId {
    return uuidv7() as CategoryId
  }

  async add(category: Category): Promise<Category> {
    await this.#session.change('categories', async (em) => {
      await em.insert(CategoryEntity, { ...category })
      return [{ before: null, after: category }]
    })
    return category
  }

  get(id: CategoryId): Promise<Category | null> {
    return this.#session.run((em) => em.findOne(CategoryEntity, { id }))
  }
}
