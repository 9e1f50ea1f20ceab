import { describe, expect, it } from 'vitest'
import type { RecordId } from '../../model/fields/field.ts'
import { Category, Product } from '../../products/product.ts'
import { withValues } from '../../model/types/record-changes.ts'
import { aRecord } from '../builders.ts'
import { NOON } from '../test-audit-context.ts'
import type { ContractWorld } from './contract-world.ts'

const NO_CATEGORY = '00000000-0000-7000-8000-ffffffffffff' as RecordId<'Category'>

/** The contract of every store of declared records. */
export const recordsContract = (world: ContractWorld): void => {
  describe('records of declared types', () => {
    const addCategory = (name: string) =>
      world.stores.records(Category).add(aRecord(world.stores, Category, { name }))
    const addProduct = (categoryId: string) => {
      const given = { title: 'A book', price: 12.5, stock: 3, categoryId }
      return world.stores.records(Product).add(aRecord(world.stores, Product, given))
    }

    it('C4.9 have a unique text, without regard to case', async () => {
      await addCategory('Books')
      await expect(addCategory('BOOKS')).rejects.toMatchObject({
        code: 'CONFLICT',
        message: 'This category name is taken.',
        problems: [{ path: ['name'], message: 'is taken' }],
      })
    })

    it('C4.9 link to existing records only', async () => {
      await expect(addProduct(NO_CATEGORY)).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        problems: [{ path: ['categoryId'], message: 'there is no category with this id' }],
      })
      const { id } = await addProduct((await addCategory('Linked')).id)
      const change = world.stores
        .records(Product)
        .change(id, (current) => ({ ...current, categoryId: NO_CATEGORY }))
      await expect(change).rejects.toMatchObject({ code: 'BAD_USER_INPUT' })
    })

    it('are refused for a taken value before a link to no record', async () => {
      const category = (await addCategory('Shared')).id
      const [one, other] = [await addProduct(category), await addProduct(category)]
      const products = world.stores.records(Product)
      await products.change(one.id, (current) => ({ ...current, ref: 'taken' }))
      const change = products.change(other.id, (current) => ({
        ...current,
        ref: 'taken',
        categoryId: NO_CATEGORY,
      }))
      await expect(change).rejects.toMatchObject({ code: 'CONFLICT' })
    })

    it('change together, each by its own decision and once, without ids of no record', async () => {
      const { id: categoryId } = await addCategory('Together')
      const [one, same, other] = [
        await addProduct(categoryId),
        await addProduct(categoryId),
        await addProduct(categoryId),
      ]
      const products = world.stores.records(Product)
      const stock = new Map([
        [one.id, 4],
        [same.id, 3],
        [other.id, 5],
      ])
      const ids = [other.id, one.id, NO_CATEGORY as never, same.id, one.id]
      const changed = await products.changeAll(ids, (current) =>
        withValues(current, { stock: stock.get(current.id) ?? 0 }, NOON),
      )
      expect(new Map(changed.map(({ id, version }) => [id, version]))).toEqual(
        new Map([
          [one.id, 2],
          [same.id, 1],
          [other.id, 2],
        ]),
      )
      for (const [id, left] of stock)
        expect(await products.get(id)).toMatchObject({ stock: left, price: 12.5 })
      expect(await products.changeAll([], () => one)).toEqual([])
    })

    it('change all or none', async () => {
      const { id: categoryId } = await addCategory('All or none')
      const [one, other] = [await addProduct(categoryId), await addProduct(categoryId)]
      const products = world.stores.records(Product)
      const change = world.stores.alone((own) =>
        own
          .records(Product)
          .changeAll([one.id, other.id], (current) => withValues(current, { ref: 'twice' }, NOON)),
      )
      await expect(change).rejects.toMatchObject({ code: 'CONFLICT' })
      for (const { id } of [one, other])
        expect(await products.get(id)).toMatchObject({ ref: null, version: 1 })
    })

    it('are not removed while others link to them', async () => {
      const { id } = await addCategory('Kept')
      const product = await addProduct(id)
      const remove = () => world.stores.records(Category).remove(id, () => undefined)
      await expect(remove()).rejects.toMatchObject({
        code: 'CONFLICT',
        message:
          'This category cannot be deleted: records that you may not read link to it. Delete these records first, or change their links.',
      })
      await world.stores.records(Product).remove(product.id, () => undefined)
      expect(await remove()).toBe(true)
    })

    it('are stored as given, changed and removed', async () => {
      const products = world.stores.records(Product)
      const product = await addProduct((await addCategory('Stored')).id)
      expect(await products.get(product.id)).toEqual(product)
      await products.change(product.id, (current) => ({ ...current, stock: 2 }))
      expect((await products.get(product.id))?.stock).toBe(2)
      const refuse = () => {
        throw new Error('not this one')
      }
      await expect(products.remove(product.id, refuse)).rejects.toThrow('not this one')
      const remove = () => products.remove(product.id, () => undefined)
      expect([await remove(), await remove()]).toEqual([true, false])
      expect(await products.get(product.id)).toBeNull()
    })
  })
}
