import { describe, expect, it } from 'vitest'
import { builtInModel, contentModel } from '../../service/content-types.ts'
import { blocks, group, integer, line, list, many, one } from '../fields/field-builders.ts'
import { record } from '../types/record.ts'
import type { RecordType } from '../types/record-type.ts'
import { ModelError } from './model-error.ts'

const about = 'A test.'
const allowed = { read: { GUEST: 'all' }, write: { EDITOR: 'all' } } as const
const from = (renamedFrom: unknown) => line(80, { about, renamedFrom: renamedFrom as string })
const label = line(80, { about })

const findProblems = (...types: readonly RecordType[]): readonly string[] => {
  try {
    contentModel([...builtInModel.types, ...types])
    return []
  } catch (error) {
    if (error instanceof ModelError) return error.problems
    throw error
  }
}

const tool = (fields: RecordType['fields'], more: object = {}): RecordType =>
  record({ name: 'Tool', plural: 'tools', about, allowed, fields, ...more })

describe('C17.10 a rename of a field', () => {
  it('has no problem for each kind of field, and in parts', () => {
    const fields = {
      label: from('title'),
      copies: integer(1, 9, { about, renamedFrom: 'number' }),
      shelf: one(
        { name: 'Category', plural: 'categories' },
        { about, inverse: 'tools', renamedFrom: 'rack' },
      ),
      shelves: many({ name: 'Category', plural: 'categories' }, { about, renamedFrom: 'racks' }),
      contact: group({ phone: from('tel') }, { about, optional: true, renamedFrom: 'address' }),
      notes: list(group({ text: from('note') }, { about }), { about }),
      body: blocks({ quote: { words: from('text') } }, { about }),
    }
    expect(findProblems(tool(fields))).toEqual([])
  })

  it.each<[string, RecordType['fields'], readonly string[]]>([
    ['no text', { a: from(7) }, ['Tool.a: renamedFrom must be the earlier name of the field, and is 7']],
    [
      'a name that no field can have',
      { a: from('title"; drop table users; --') },
      ['Tool.a: renamedFrom must be the earlier name of the field, and is "title\\"; drop table users; --"'],
    ],
    [
      'a member of every record',
      { a: from('createdAt') },
      ['Tool.a: renamedFrom must be the earlier name of the field, and is "createdAt"'],
    ],
    ['itself', { a: from('a') }, ['Tool.a: renamedFrom has the name of now; leave it out']],
    [
      'a field that is still there',
      { a: from('label'), label },
      ['Tool.a: renamedFrom: label is still a field; leave out renamedFrom, or remove that field'],
    ],
    [
      'the column of a link that is still there',
      {
        a: from('shelfId'),
        shelf: one({ name: 'Category', plural: 'categories' }, { about, inverse: 'tools' }),
      },
      ['Tool.a: renamedFrom: shelfId is still a field; leave out renamedFrom, or remove that field'],
    ],
    [
      'one name for two fields, and all at once',
      { a: from('title'), b: from('title'), c: from('c') },
      [
        "Tool: two fields have renamedFrom: 'title'; only one of them can have its values",
        'Tool.c: renamedFrom has the name of now; leave it out',
      ],
    ],
    [
      'a member that is still there',
      { a: group({ b: from('c'), c: label }, { about }) },
      ['Tool.a.b: renamedFrom: c is still a field; leave out renamedFrom, or remove that field'],
    ],
    [
      'an item of a list',
      { a: list(from('b'), { about }) },
      ['Tool.a: an item of a list has no name; give renamedFrom to the list'],
    ],
  ])('refuses %s', (_, fields, problems) => {
    expect(findProblems(tool(fields))).toEqual(problems)
  })

  it('refuses an argument of an operation', () => {
    const type = tool(
      { label },
      {
        operations: (on: (options: object) => unknown) => ({
          lend: on({ about, permission: 'write', input: { to: from('who') } }),
        }),
      },
    )
    expect(findProblems(type)).toEqual(['Tool.lend.to: an argument is not stored; leave out renamedFrom'])
  })
})

describe('C17.10 a rename of a type', () => {
  it.each<[unknown, object]>([
    ['Category2', { name: 'Category2', word: 'category2', table: 'category2s', resource: 'category2s' }],
    ['BlogEntry', { name: 'BlogEntry', word: 'blogEntry', table: 'blog_entries', resource: 'blog-entries' }],
    ['Box', { name: 'Box', word: 'box', table: 'boxes', resource: 'boxes' }],
    [
      { name: 'Person', plural: 'people' },
      { name: 'Person', word: 'person', table: 'people', resource: 'people' },
    ],
    [{ plural: 'things' }, { name: 'Tool', word: 'tool', table: 'things', resource: 'things' }],
    [
      { name: 'Thing', plural: 'things', table: 'old_things' },
      { name: 'Thing', word: 'thing', table: 'old_things', resource: 'things' },
    ],
  ])('from %j finds the names before', (renamedFrom, earlier) => {
    const type = tool({ label }, { renamedFrom })
    expect([type.earlier, findProblems(type)]).toEqual([earlier, []])
  })

  it('keeps a table whose name the declaration gives', () => {
    expect(tool({ label }, { table: 'old_tools', renamedFrom: 'Thing' }).earlier?.table).toBe('old_tools')
  })

  it('from a type with one record has its word as the plural', () => {
    const type = record({
      name: 'SiteSettings',
      single: true,
      about,
      allowed,
      renamedFrom: 'Settings',
      fields: { title: line(80, { about, optional: true }) },
    })
    expect(type.earlier).toMatchObject({ name: 'Settings', table: 'settings' })
  })

  it.each<[string, readonly RecordType[], readonly string[]]>([
    [
      'another form',
      [tool({ label }, { renamedFrom: true })],
      [
        "Tool: renamedFrom must be the earlier name of the type, such as 'Book', or { name: 'Person', plural: 'people' }",
      ],
    ],
    [
      'itself',
      [tool({ label }, { renamedFrom: 'Tool' })],
      ['Tool: renamedFrom has the names of now; leave it out'],
    ],
    [
      'a mistyped member',
      [tool({ label }, { renamedFrom: { name: 'Thing', plurals: 'things' } })],
      ['Tool: renamedFrom: no option has the name plurals; did you mean plural?'],
    ],
    [
      'a name that no table can have',
      [tool({ label }, { renamedFrom: { name: 'Thing', plural: 'things"; drop table users; --' } })],
      ['Tool: renamedFrom: "things\\"; drop table users; --" cannot have been the name of a table'],
    ],
    [
      'a type that is still there, with its table',
      [tool({ label }, { renamedFrom: 'Category' })],
      [
        'Tool: renamedFrom: Category is still a type; leave out renamedFrom, or remove that type',
        "Tool: renamedFrom: the table categories belongs to Category; write the earlier plural: renamedFrom: { name: 'Category', plural: … }",
      ],
    ],
    [
      'a table of the service',
      [tool({ label }, { renamedFrom: { name: 'Thing', plural: 'things', table: 'events' } })],
      ['Tool: renamedFrom: the table events belongs to the service'],
    ],
    [
      'the permissions of the service',
      [tool({ label }, { renamedFrom: { name: 'Thing', plural: 'users', table: 'things' } })],
      [
        'Tool: renamedFrom: the permissions of users belong to the service; write the earlier plural of the type',
      ],
    ],
    [
      'the permissions of another type',
      [
        tool({ label }, { renamedFrom: { name: 'Thing', plural: 'items', table: 'things' } }),
        record({ name: 'Item', plural: 'items', about, allowed, fields: { label } }),
      ],
      ['Tool: renamedFrom: the permissions of items belong to Item; write the earlier plural of the type'],
    ],
    [
      'one name for two types',
      [
        tool({ label }, { renamedFrom: 'Thing' }),
        record({ name: 'Item', plural: 'items', about, allowed, renamedFrom: 'Thing', fields: { label } }),
      ],
      ['Item: renamedFrom: Tool is renamed from Thing, too; only one of them can have its records'],
    ],
  ])('refuses %s', (_, types, problems) => {
    expect(findProblems(...types)).toEqual(problems)
  })

  it('refuses the table of a type of the service that the model leaves out', () => {
    const options = { without: ['Product', 'Category'] } as const
    const types = [tool({ label }, { renamedFrom: 'Product' })]
    const create = () =>
      contentModel(
        [...builtInModel.types.filter(({ name }) => !['Product', 'Category'].includes(name)), ...types],
        options,
      )
    expect(create).toThrow('the table products belongs to the service')
  })
})
