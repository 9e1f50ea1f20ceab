import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { builtInModel, contentModel } from '../../service/content-types.ts'
import * as field from '../fields/field-builders.ts'
import { record } from '../types/record.ts'
import { deriveSlug, listSlugs, LONGEST_SLUG, SLUG_PATTERN } from './slug-text.ts'

const FORM = new RegExp(SLUG_PATTERN)
const about = 'A test.'

describe('C17.7 the slug of a text', () => {
  it.each([
    ['Onion soup', 'onion-soup'],
    ['  Ärger & Ölöfen: 100 % ', 'arger-olofen-100'],
    ["Don't stop", 'dont-stop'],
    ['Straße', 'strasse'],
    ['北京', 'beijing'],
    ['Ĳsland', 'ijsland'],
    ['A\u0308pfel', 'apfel'],
    ['1984', '1984'],
    ['🍲 🎉', 'blog-post'],
    ['', 'blog-post'],
    ['___', 'blog-post'],
    ['__proto__', 'proto'],
    ['\uD800soup', 'soup'],
    [`${'word '.repeat(30)}`, Array.from({ length: 20 }, () => 'word').join('-')],
    ['x'.repeat(5_000), 'x'.repeat(100)],
  ])('of %j', (text, slug) => {
    expect(deriveSlug(text, 'blogPost')).toBe(slug)
  })

  it('and the slugs in its place have the form of slugs, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        const slugs = listSlugs(deriveSlug(text, 'recipe'), 'abc123')
        expect(slugs.every((slug) => FORM.test(slug) && slug.length <= LONGEST_SLUG)).toBe(true)
        expect(new Set(slugs).size).toBe(slugs.length)
      }),
    )
  })

  it('is never a reserved word', () => {
    expect(listSlugs(deriveSlug('New', 'recipe'), 'abc123')[0]).toBe('new-2')
  })
})

describe('C17.7 a declaration with a slug', () => {
  const declare = (fields: object, more: object = {}) =>
    contentModel([
      ...builtInModel.types,
      record({
        ...{ name: 'Recipe', plural: 'recipes', about, ...more },
        allowed: { read: { GUEST: 'all' }, write: { EDITOR: 'all' } },
        fields,
      } as never),
    ])
  const title = field.line(80, { about })

  it.each<[string, object, string]>([
    ['a field that is not there', { title, slug: field.slug({ from: 'name' }) }, 'from must name a line'],
    [
      'a number',
      { count: field.integer(0, 9, { about }), slug: field.slug({ from: 'count' }) },
      'from must name',
    ],
    [
      'a masked text',
      {
        title,
        note: field.line(80, { about, optional: true, seenWith: 'write' }),
        slug: field.slug({ from: 'note' }),
      },
      'from must name',
    ],
    ['__proto__', { title, slug: field.slug({ from: '__proto__' }) }, 'from must name'],
    [
      'two slugs',
      { title, slug: field.slug({ from: 'title' }), other: field.slug({ from: 'title' }) },
      'a type can have one slug',
    ],
    [
      'a field with the name of the note',
      { title, slug: field.slug({ from: 'title' }), slugDerived: field.flag({ about, initial: true }) },
      'give the field slugDerived another name',
    ],
    [
      'a part',
      { title, group: field.group({ slug: field.slug({ from: 'title' }) }, { about }) },
      'a slug is no part of a field',
    ],
    ['an unknown option', { title, slug: field.slug({ from: 'title', unique: true } as never) }, 'unique'],
  ])('refuses %s', (_, fields, message) => {
    expect(() => declare(fields)).toThrow(message)
  })

  it('refuses types whose records never change', () => {
    const fields = { title, slug: field.slug({ from: 'title' }) }
    expect(() => declare(fields, { fixed: true })).toThrow('a fixed type has no slug')
    expect(declare(fields).typeNamed('Recipe').inputs).toHaveProperty('slug')
    expect(declare(fields).typeNamed('Recipe').inputs).not.toHaveProperty('slugDerived')
  })
})
