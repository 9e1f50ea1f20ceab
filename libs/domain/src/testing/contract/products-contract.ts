import { describe, expect, it } from 'vitest'
import { newCategory, newProduct } from '../../products/product.ts'
import { NOON } from '../builders.ts'
import { type ContractWorld, NO_CATEGORY } from './contract-world.ts'

/** What every store of products promises. */
export const productsContract = (world: ContractWorld): void => {
  describe('products', () => {
    it('C4.9 belong to a category, whose name is taken once', async () => {
      const category = await world.stores.categories.add(
        newCategory('Books', world.stores.categories.nextId(), NOON),
      )
      const again = newCategory('BOOKS', world.stores.categories.nextId(), NOON)
      await expect(world.stores.categories.add(again)).rejects.toMatchObject({
        code: 'CONFLICT',
        problems: [{ path: ['name'] }],
      })
      const given = { title: 'A book', price: 12.5, stock: 3, categoryId: category.id }
      const product = await world.stores.products.add(newProduct(given, world.stores.products.nextId(), NOON))
      expect(await world.stores.products.get(product.id)).toEqual(product)
      await world.stores.products.change(product.id, (current) => ({ ...current, stock: 2 }))
      expect((await world.stores.products.get(product.id))?.stock).toBe(2)
      const misplaced = newProduct(
        { ...given, categoryId: NO_CATEGORY },
        world.stores.products.nextId(),
        NOON,
      )
      await expect(world.stores.products.add(misplaced)).rejects.toMatchObject({ code: 'BAD_USER_INPUT' })
      const refuse = () => {
        throw new Error('not this one')
      }
      await expect(world.stores.products.remove(product.id, refuse)).rejects.toThrow('not this one')
      const remove = () => world.stores.products.remove(product.id, () => undefined)
      expect([await remove(), await remove()]).toEqual([true, false])
    })
  })
}
