import type {
  Category,
  CategoryId,
  CategoryStore,
  Product,
  ProductId,
  ProductStore,
} from '@content-service/domain'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { v7 as uuidv7 } from 'uuid'
import { assignChanged, FOR_UPDATE } from '../rows.ts'
import { itsId, type StoreSession } from '../store-session.ts'
import { CategoryEntity, ProductEntity, type ProductRow } from './product.entity.ts'

export class SqlProductStore implements ProductStore {
  readonly #session: StoreSession

  constructor(session: StoreSession) {
    this.#session = session
  }

  nextId(): ProductId {
    return uuidv7() as ProductId
  }

  add(product: Product): Promise<Product> {
    const work = async (em: SqlEntityManager): Promise<Product> => {
      await em.insert(ProductEntity, { ...product })
      return product
    }
    return this.#session.write('products', work, itsId)
  }

  get(id: ProductId): Promise<Product | null> {
    return this.#session.run((em) => em.findOne(ProductEntity, { id }))
  }

  change(id: ProductId, decide: (current: Product) => Product): Promise<Product | null> {
    const work = async (em: SqlEntityManager): Promise<Product | null> => {
      const row = await em.findOne(ProductEntity, { id }, FOR_UPDATE)
      if (row === null) return null
      assignChanged<ProductRow>(row, decide({ ...row }))
      return row
    }
    return this.#session.write('products', work, itsId)
  }

  remove(id: ProductId, decide: (current: Product) => void): Promise<boolean> {
    const work = async (em: SqlEntityManager): Promise<boolean> => {
      const row = await em.findOne(ProductEntity, { id }, FOR_UPDATE)
      if (row === null) return false
      decide({ ...row })
      em.remove(row)
      return true
    }
    return this.#session.write('products', work, (removed) => (removed ? [id] : []))
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

  add(category: Category): Promise<Category> {
    const work = async (em: SqlEntityManager): Promise<Category> => {
      await em.insert(CategoryEntity, { ...category })
      return category
    }
    return this.#session.write('categories', work, itsId)
  }

  get(id: CategoryId): Promise<Category | null> {
    return this.#session.run((em) => em.findOne(CategoryEntity, { id }))
  }
}
