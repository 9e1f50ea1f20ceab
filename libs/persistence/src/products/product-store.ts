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
import { stored } from '../store-errors.ts'
import { CategoryEntity, ProductEntity, type ProductRow } from './product.entity.ts'

export class SqlProductStore implements ProductStore {
  readonly #em: SqlEntityManager

  constructor(em: SqlEntityManager) {
    this.#em = em
  }

  nextId(): ProductId {
    return uuidv7() as ProductId
  }

  async add(product: Product): Promise<Product> {
    await stored(() => this.#em.fork().insert(ProductEntity, { ...product }))
    return product
  }

  get(id: ProductId): Promise<Product | null> {
    return stored(() => this.#em.fork().findOne(ProductEntity, { id }))
  }

  change(id: ProductId, decide: (current: Product) => Product): Promise<Product | null> {
    return stored(() =>
      this.#em.fork().transactional(async (em) => {
        const row = await em.findOne(ProductEntity, { id }, FOR_UPDATE)
        if (row === null) return null
        assignChanged<ProductRow>(row, decide({ ...row }))
        return row
      }),
    )
  }

  async remove(id: ProductId): Promise<boolean> {
    return (await stored(() => this.#em.fork().nativeDelete(ProductEntity, { id }))) > 0
  }
}

export class SqlCategoryStore implements CategoryStore {
  readonly #em: SqlEntityManager

  constructor(em: SqlEntityManager) {
    this.#em = em
  }

  nextId(): CategoryId {
    return uuidv7() as CategoryId
  }

  async add(category: Category): Promise<Category> {
    await stored(() => this.#em.fork().insert(CategoryEntity, { ...category }))
    return category
  }

  get(id: CategoryId): Promise<Category | null> {
    return stored(() => this.#em.fork().findOne(CategoryEntity, { id }))
  }
}
