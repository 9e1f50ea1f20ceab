import { describe, expect, it } from 'vitest'
import { builtInModel } from '../../service/content-types.ts'
import { Category, Product } from '../../products/product.ts'
import { aContext, aRecord, aUser, callerOf, memoryStores, MemoryTables } from '../../testing/index.ts'
import { contentModel } from '../../service/content-types.ts'
import { User } from '../../users/user.ts'
import { createRecord } from '../../records/record-operations.ts'
import { extendType } from './extend-type.ts'
import { integer, line } from '../fields/field-builders.ts'

const Book = extendType(Product, {
  fields: {
    isbn: line(17, { about: 'The ISBN.', optional: true, seenWith: 'write' }),
    pages: integer(1, 10_000, { about: 'The number of pages.' }),
  },
})
const model = contentModel([Category, Book])

describe('an extended type', () => {
  it('has the fields of the type and the additional fields, with their rules and masks', async () => {
    const stores = memoryStores(new MemoryTables(), model)
    const caller = callerOf(await stores.users.add(aUser('eve', 'EDITOR'), null))
    const shelf = await stores.records(Category).add(aRecord(stores, Category, { name: 'Books' }))
    const given = { title: 'Type', price: 1, stock: 1, categoryId: shelf.id }
    const context = aContext({ model, stores, caller })
    const book = await createRecord(context, Book, { ...given, pages: 200 })
    expect(await stores.records(Book).get(book.id)).toMatchObject({ title: 'Type', pages: 200, isbn: null })
    await expect(createRecord(context, Book, { ...given, pages: 0 })).rejects.toMatchObject({
      problems: [{ path: ['pages'], message: 'must be an integer from 1 to 10000' }],
    })
    expect(Book.masks).toEqual({ isbn: ['products:write'] })
    expect(model.policy.permissions).toEqual(builtInModel.policy.permissions)
  })

  it('leaves the original type unchanged', () => {
    expect(Product.attributes).not.toHaveProperty('pages')
    expect(builtInModel.typeNamed('Product')).toBe(Product)
  })

  it('refuses a field that the type already has', () => {
    const fields = { title: line(10, { about: 'Another title.' }) }
    expect(() => contentModel([Category, extendType(Product, { fields })])).toThrow(
      'Product: the type has a field title already; choose another name',
    )
  })

  it('refuses a required field of users', () => {
    const fields = { pronouns: line(40, { about: 'The pronouns.' }) }
    expect(() => contentModel([extendType(User, { fields })])).toThrow(
      'User: the field pronouns cannot be required; add `optional` or `initial`',
    )
  })
})
