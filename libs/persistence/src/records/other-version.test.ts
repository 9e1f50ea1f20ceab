import {
  builtInModel,
  Category,
  contentModel,
  field,
  record,
  User,
  type RecordId,
} from '@content-service/domain'
import { aRecord, aUser, TEST_AUDIT_CONTEXT } from '@content-service/domain/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createStores } from '../stores.ts'
import { migrateTypes, openPglite, openPostgres, type TestDatabase } from '../testing/databases.ts'
import { compareModel } from './compare-tables.ts'
import { listStatements } from './table-difference.ts'

const about = 'A test.'
const allowed = { read: { GUEST: 'all' }, write: { EDITOR: 'all' } } as const
const Shelf = record({
  name: 'Shelf',
  plural: 'shelves',
  about,
  allowed,
  fields: { name: field.line(80, { about }) },
})

const title = field.line(80, { about, optional: true })
const createBook = (fields: object) =>
  contentModel([
    ...builtInModel.types,
    Shelf,
    record({ name: 'Book', plural: 'books', about, allowed, fields: { title, ...fields } }),
  ])
/** The book of a version with links, a unique title and a search. */
const linked = createBook({
  title: field.line(80, { about, optional: true, unique: true, search: 'A' }),
  shelf: field.one(Shelf, { about, optional: true, onDelete: 'cascade' }),
  stand: field.one(Shelf, { about, optional: true }),
  reader: field.one(User, { about, optional: true }),
  author: field.one(User, { about, optional: true, onDelete: 'cascade' }),
  shelves: field.many(Shelf, { about, onDelete: 'refuse', ids: 'shelfIds' }),
  pages: field.integer(1, 900, { about }),
})
/** The book of the version after, without them. */
const plain = createBook({})
const [LinkedBook, PlainBook] = [linked.typeNamed('Book'), plain.typeNamed('Book')]

describe.each([
  ['PGlite', openPglite],
  ['PostgreSQL', openPostgres],
] as const)('C15.17 tables of another version on %s', (_, open) => {
  let test: TestDatabase
  beforeAll(async () => {
    test = await open({ model: plain })
    await migrateTypes(test.database, linked)
  })
  afterAll(() => test.close())

  const session = () => test.database.session()
  const storesOf = (model: typeof plain) => createStores(session(), TEST_AUDIT_CONTEXT, { model })
  const addShelf = async () => {
    const { records } = storesOf(linked)
    return (await records(Shelf).add(aRecord({ records }, Shelf, { name: 'Attic' }))).id
  }
  const addBook = async (given: object) => {
    const { records } = storesOf(linked)
    return (await records(LinkedBook).add(aRecord({ records }, LinkedBook, { pages: 7, ...given }))).id
  }
  const addPlain = (given: object) => {
    const { records } = storesOf(plain)
    return records(PlainBook).add(aRecord({ records }, PlainBook, given))
  }
  const removeShelf = (id: RecordId) =>
    storesOf(plain)
      .records(Shelf)
      .remove(id, () => undefined)
  const messages = async (model = plain) =>
    (await compareModel(session(), model)).differences.map(({ message }) => message)

  it('are compared with the declarations: keys, unique indexes, triggers, checks and joining tables', async () => {
    await session().execute("alter table books add constraint books_short check (title <> 'long')")
    const found = await messages()
    expect(found.toSorted()).toEqual(
      [
        'books.pages: no field declares the column, which allows no null and has no default',
        'books: the check books_short can refuse records that the declaration allows',
        ...['author', 'reader', 'shelf', 'stand'].map(
          (link) =>
            `books: the foreign key books_${link}_id_fkey belongs to a link that is not declared, and refuses or changes deletions`,
        ),
        'books: the trigger forget_books is not declared',
        'books: the trigger search_books is not declared',
        'books: the unique index books_title_key makes values unique, and the declaration does not',
        'books_shelves: the foreign key books_shelves_linked_id_fkey belongs to a link that is not declared, and refuses or changes deletions',
      ].toSorted(),
    )
  })

  it('refuse a deletion for which the database would delete records without events, or which it refuses', async () => {
    for (const link of ['shelfId', 'standId']) {
      const shelf = await addShelf()
      const book = await addBook({ [link]: shelf })
      await expect(removeShelf(shelf)).rejects.toMatchObject({
        code: 'CONFLICT',
        message:
          'This shelf cannot be deleted now: another version of the service has records that link to it. Try again when the update of the service is complete.',
      })
      expect(await storesOf(linked).records(LinkedBook).get(book)).not.toBeNull()
    }
    const shelf = await addShelf()
    await addBook({ shelfIds: [shelf] })
    await expect(removeShelf(shelf)).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await removeShelf(await addShelf())).toBe(true)
  })

  it('lose no record by the deletion of a user, which nothing refuses', async () => {
    const { users } = storesOf(plain)
    const user = await users.add(aUser('author'), null)
    const book = await addBook({ authorId: String(user.id) })
    expect(await users.remove(user.id, () => undefined)).toBe(true)
    expect(await storesOf(linked).records(LinkedBook).get(book)).toMatchObject({ authorId: null, pages: 7 })
  })

  it('refuse values that another version makes unique or requires, or does not take, and say which', async () => {
    await session().execute('alter table books alter pages set default 1')
    await addPlain({ title: 'Twice' })
    await expect(addPlain({ title: 'twice' })).rejects.toMatchObject({
      code: 'CONFLICT',
      problems: [{ path: ['title'], message: 'is taken' }],
    })
    await expect(addPlain({ title: 'long' })).rejects.toMatchObject({
      code: 'CONFLICT',
      message:
        'Another version of the service does not take this book. Try again when the update of the service is complete.',
    })
    await session().execute('alter table books alter pages drop default')
    await expect(addPlain({ title: 'Thin' })).rejects.toMatchObject({ code: 'CONFLICT' })
    await session().execute('delete from books')
    await session().execute('alter table books alter title set not null')
    await expect(addPlain({})).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      problems: [
        {
          path: ['title'],
          message: 'must have a value, because another version of the service requires one',
        },
      ],
    })
    await session().execute('alter table books alter title drop not null')
  })

  it('lose what the declarations do not have by the proposed migration, and keep all columns', async () => {
    const shelf = await addShelf()
    const book = await addBook({ shelfId: shelf, standId: shelf, shelfIds: [shelf] })
    const { differences } = await compareModel(session(), plain)
    for (const statement of listStatements(differences)) await session().execute(statement)
    expect(await messages()).toEqual([])
    expect(await removeShelf(shelf)).toBe(true)
    expect(await storesOf(linked).records(LinkedBook).get(book)).toMatchObject({ shelfId: shelf, pages: 7 })
    await addPlain({ title: 'Twice' })
  })

  it('leave the parts of the service alone', async () => {
    expect(await messages(builtInModel)).toEqual([])
    const { records, users } = storesOf(plain)
    const { id } = await records(Category).add(aRecord({ records }, Category, { name: 'Gone' }))
    expect(await records(Category).remove(id, () => undefined)).toBe(true)
    const user = await users.add(aUser('gone'), null)
    expect(await users.remove(user.id, () => undefined)).toBe(true)
  })
})
