import { describe, expect, it } from 'vitest'
import { field, record, User } from '../index.ts'
import { builtInModel, contentModel } from '../service/content-types.ts'
import type { RecordType } from '../model/types/record-type.ts'
import { OPERATORS } from '../visibility/lists/index.ts'
import { presentService } from './presentation.ts'
import { createToolModel } from './tool-model.ts'

const about = 'A test.'
const allowed = { read: { GUEST: 'all' }, write: { EDITOR: 'own' }, retire: { EDITOR: 'all' } } as const
const price = field.integer(1, 9, { about: 'The price.' })

const BlogPost = record({
  name: 'BlogPost',
  plural: 'blogPosts',
  about: 'A post.',
  section: 'Site',
  allowed,
  index: [['stage', 'startsAt']],
  unique: [['code', 'startsAt']],
  defaultOrder: ['-startsAt'],
  fields: {
    intro: field.text(500, { about: 'The beginning.', optional: true, placeholder: 'Once upon a time' }),
    code: field.line(20, { about: 'The code.', label: 'Short code', help: 'As on the shelf.', index: true }),
    startsAt: field.time({ about: 'The start.', index: true, section: 'Dates' }),
    stage: field.state(['NEW', 'IN_REVIEW'], { about: 'The stage.' }),
    note: field.line(20, { about: 'A note.', optional: true, seenWith: 'write', changedWith: 'retire' }),
    hosts: field.many(User, { about: 'The hosts.', ordered: true, inverse: 'hosted' }),
    editor: field.one(User, { about: 'The editor.', optional: true }),
    maker: field.owner({ about: 'The owner.' }),
    secret: field.line(20, { about: 'A secret.', optional: true, hidden: true }),
  },
  operations: (on) => ({
    retire: on({ about: 'Retires.', permission: 'retire', from: ['NEW'], to: 'IN_REVIEW', input: { price } }),
  }),
})

const SiteSettings = record({
  name: 'SiteSettings',
  single: true,
  about,
  label: 'Site',
  labels: 'The site',
  allowed: { read: { GUEST: 'all' }, write: { EDITOR: 'all' } },
  fields: { motto: field.line(80, { about: 'The motto.', optional: true }) },
})

const describeTypes = (...types: readonly RecordType[]) => {
  const model = contentModel([...builtInModel.types, ...types])
  return createToolModel(model, presentService(model, {})).types
}

const findType = (name: string) =>
  describeTypes(BlogPost, SiteSettings).find((type) => type.name === name) ?? expect.fail(name)
const findField = (name: string) => findType('BlogPost').fields.find((each) => each.name === name)

it('C17.9 the model names the time that later publications keep', () => {
  const article = describeTypes().find(({ name }) => name === 'Article')
  const label = article?.fields.find(({ name }) => name === 'publishedAt')?.label
  expect(label).toBe('First published at')
})

it('C17.9 the model says which texts are Markdown', () => {
  const Note = record({
    name: 'Note',
    plural: 'notes',
    about,
    allowed: { read: { GUEST: 'all' }, write: { EDITOR: 'all' } },
    fields: { body: field.markdown(1_000, { about: 'The note.', optional: true, least: 2 }) },
  })
  expect(describeTypes(Note).at(-1)?.fields[0]).toMatchObject({
    kind: 'markdown',
    help: 'The note. 2 to 1,000 characters.',
    nullable: true,
    limits: { minLength: 2, maxLength: 1_000 },
  })
  expect(findType('Article').fields.find(({ name }) => name === 'content')?.kind).toBe('markdown')
})

describe('C17.9 a type in the model for tools', () => {
  it('has the names of the interfaces, and its name in words', () => {
    expect(findType('BlogPost')).toMatchObject({
      plural: 'blogPosts',
      list: 'blogPosts',
      path: 'blog-posts',
      label: 'Blog post',
      labels: 'Blog posts',
      about: 'A post.',
      section: 'Site',
      titleField: 'code',
      permissions: { read: 'blog-posts:read', create: 'blog-posts:write', write: 'blog-posts:write' },
    })
    expect(findType('SiteSettings')).toMatchObject({ label: 'Site', labels: 'The site', single: true })
    expect(findType('Comment')).toMatchObject({ titleField: null, section: null })
    expect(findType('User')).toMatchObject({ titleField: 'name', section: 'People' })
  })

  it('says what lists can do', () => {
    const { filters, orders, defaultOrder, unique } = findType('BlogPost')
    expect({ orders, defaultOrder, unique }).toEqual({
      orders: ['createdAt', 'updatedAt', 'changedAt', 'code', 'startsAt'],
      defaultOrder: ['-startsAt'],
      unique: [['code', 'startsAt']],
    })
    expect(filters).toContainEqual({
      kind: 'value',
      name: 'stage',
      label: 'Stage',
      values: 'choice',
      operators: OPERATORS.choice,
      choices: [
        { value: 'NEW', label: 'New' },
        { value: 'IN_REVIEW', label: 'In review' },
      ],
      permission: null,
    })
    expect(filters).toContainEqual({ kind: 'list', name: 'hosts', label: 'Hosts', to: 'User' })
    expect(filters).toContainEqual({ kind: 'link', name: 'editor', label: 'Editor', to: 'User' })
    expect(filters.find(({ name }) => name === 'note')).toMatchObject({ permission: 'blog-posts:write' })
    expect(findType('SiteSettings')).toMatchObject({ filters: [], orders: [] })
  })

  it('has its operations and the words of actions', () => {
    const { operations, actions } = findType('BlogPost')
    expect(operations).toMatchObject([
      { name: 'retire', label: 'Retire', permission: 'blog-posts:retire', from: ['NEW'], to: 'IN_REVIEW' },
    ])
    expect(operations[0]?.input).toMatchObject([{ name: 'price', required: true, limits: { maximum: 9 } }])
    expect(actions).toEqual(['delete', 'retire', 'update'])
    expect(findType('Article')).toMatchObject({ trash: 'DELETED' })
    expect(findType('BlogPost')).toMatchObject({ trash: null })
    expect(findType('Article').actions).toContain('status:PUBLISHED')
  })
})

describe('C17.9 a field in the model for tools', () => {
  it('has the words that the declaration gives, or those that follow from it', () => {
    expect(findField('code')).toMatchObject({ label: 'Short code', help: 'As on the shelf.', section: null })
    expect(findField('startsAt')).toMatchObject({ label: 'Starts at', help: 'The start.', section: 'Dates' })
    expect(findField('intro')).toMatchObject({ placeholder: 'Once upon a time' })
  })

  it('says who gives its value, and which values it takes', () => {
    expect(findField('code')).toMatchObject({ required: true, readOnly: false, nullable: false })
    expect(findField('code')?.limits).toEqual({ minLength: 1, maxLength: 20 })
    expect(findField('intro')).toMatchObject({ required: false, nullable: true })
    expect(findField('stage')).toMatchObject({ required: false, readOnly: true, initial: 'NEW' })
    expect(findField('stage')?.choices?.map(({ value }) => value)).toEqual(['NEW', 'IN_REVIEW'])
    expect(findField('note')).toMatchObject({
      seenWith: 'blog-posts:write',
      changedWith: 'blog-posts:retire',
    })
  })

  it('says where a link leads', () => {
    expect(findField('hosts')?.link).toEqual({
      to: 'User',
      attribute: 'hostIds',
      many: true,
      ordered: true,
      inverse: 'hosted',
    })
    expect(findField('editor')?.link).toMatchObject({ attribute: 'editorId', many: false, inverse: null })
    expect(findField('maker')).toMatchObject({ kind: 'owner', readOnly: true })
  })

  it('is there if an interface shows it', () => {
    expect(findField('secret')).toBeUndefined()
  })

  it('has the members of a group', () => {
    const profile = findType('User').fields.find(({ name }) => name === 'profile')
    expect(profile?.fields?.map(({ name, label }) => [name, label])).toContainEqual(['bio', 'Bio'])
  })
})

describe('C17.9 the words of a declaration', () => {
  const findProblems = (words: object, ofField: object): unknown => {
    const title = field.line(9, { about, ...ofField } as { about: string })
    const type = record({
      name: 'Card',
      plural: 'cards',
      about,
      allowed,
      fields: { title, by: field.owner({ about }) },
      ...words,
    })
    try {
      return describeTypes(type) && []
    } catch (error) {
      return (error as { readonly problems: unknown }).problems
    }
  }

  it('are lines of some characters', () => {
    expect(findProblems({ label: ' ', labels: 'a'.repeat(101), section: 7 }, { help: 'two\nlines' })).toEqual(
      [
        'Card: label must be a text of one line with 1 to 100 characters',
        'Card: labels must be a text of one line with 1 to 100 characters',
        'Card: section must be a text of one line with 1 to 100 characters',
        'Card.title: help must be a text of one line with 1 to 1000 characters',
      ],
    )
    expect(findProblems({ label: 'A'.repeat(100) }, { help: 'b'.repeat(1_000), placeholder: 'c' })).toEqual(
      [],
    )
  })

  it('name a line of the type as its title', () => {
    const wrong = 'Card: titleField must name a line of the type, such as title'
    expect(findProblems({ titleField: 'by' }, {})).toEqual([wrong])
    expect(findProblems({ titleField: '__proto__' }, {})).toEqual([wrong])
    expect(findProblems({ titleField: 'title' }, {})).toEqual([])
  })
})
