import { describe, expect, it } from 'vitest'
import { builtInModel, contentModel } from '../../service/content-types.ts'
import { Category } from '../../products/product.ts'
import { siteModel } from '../../testing/site-model.ts'
import { flag, line, list, one, owner } from '../fields/field-builders.ts'
import { record } from '../types/record.ts'
import type { ModelError } from './model-error.ts'

const about = 'A test.'
const allowed = { read: { GUEST: 'all' }, write: { EDITOR: 'all' } } as const
const title = line(80, { about, optional: true })

const findProblems = (given: object, fields: object = { title }): readonly string[] => {
  try {
    const declaration = { name: 'Site', single: true, about, allowed, fields, ...given }
    contentModel([...builtInModel.types, record(declaration as never)])
    return []
  } catch (error) {
    return (error as ModelError).problems
  }
}

describe('C14.4 single: true', () => {
  it('has the names of its type', () => {
    expect(siteModel.typeNamed('SiteSettings')).toMatchObject({
      word: 'siteSettings',
      plural: 'site_settings',
      names: { path: 'site-settings', table: 'site_settings', resource: 'site-settings' },
      permissions: { read: 'site-settings:read', write: 'site-settings:write' },
    })
    expect(siteModel.eventNames).toContain('siteSettings.updated')
    expect(siteModel.eventNames).not.toContain('siteSettings.created')
    expect(siteModel.actionsOf('site_settings').map(({ word }) => word)).toEqual(['update'])
    expect(findProblems({ table: 'own_site', path: 'site' })).toEqual([])
  })

  it.each([
    ['fixed', { fixed: true }, 'the record is there to be changed'],
    ['live', { live: true }, 'subscriptions name a record by its id'],
    ['index', { index: [['title', 'isOpen']] }, 'there is no list'],
    ['unique', { unique: [['title', 'isOpen']] }, 'there is no other record'],
    ['defaultOrder', { defaultOrder: ['createdAt'] }, 'there is no list'],
  ])('has no %s', (option, given, reason) => {
    expect(findProblems(given, { title, isOpen: flag({ about, initial: true }) })).toContain(
      `Site: a single type has no ${option}: ${reason}; remove ${option}`,
    )
  })

  it('has no operations, and nobody creates or deletes the record', () => {
    const operations = (on: (declared: object) => object) => ({ reset: on({ about, permission: 'write' }) })
    expect(findProblems({ operations })).toContain(
      'Site: a single type has no operations: clients change the fields; remove operations',
    )
    expect(
      findProblems({ allowed: { ...allowed, create: { ADMIN: 'all' }, delete: { ADMIN: 'all' } } }),
    ).toEqual([
      'Site: nobody can create the record of a single type; remove create from allowed',
      'Site: nobody can delete the record of a single type; remove delete from allowed',
    ])
  })

  it.each([
    [
      'a required field',
      line(80, { about }),
      'the record exists before anybody sets the field; add optional: true or initial',
    ],
    [
      'a unique field',
      line(80, { about, optional: true, unique: true }),
      'there is no list; remove unique and index',
    ],
    [
      'an index',
      line(80, { about, optional: true, index: true }),
      'there is no list; remove unique and index',
    ],
    [
      'a searched text',
      line(80, { about, optional: true, search: 'A' }),
      'searches find no record of a single type; remove search',
    ],
    [
      'a searched text in a part',
      list(line(80, { about, search: 'A' }), { about }),
      'searches find no record of a single type; remove search',
    ],
    ['an owner', owner({ about }), 'nobody creates the record, so that it has no owner; remove the field'],
    [
      'an inverse list',
      one(Category, { about, optional: true, onDelete: 'clear', inverse: 'sites' }),
      'a list with one record tells nothing; remove inverse',
    ],
    [
      'a cascade',
      one(Category, { about, optional: true, onDelete: 'cascade' }),
      "nobody deletes the record; write onDelete: 'clear' or 'refuse'",
    ],
  ])('refuses %s', (_, field, problem) => {
    expect(findProblems({}, { title, part: field }).join()).toContain(problem)
  })

  it('is no target of links', () => {
    const Site = record({ name: 'Site', single: true, about, allowed, fields: { title } })
    const fields = { title, site: one(Site, { about, optional: true, onDelete: 'clear' }) }
    const Page = record({ name: 'Page', plural: 'pages', about, allowed, fields })
    expect(() => contentModel([...builtInModel.types, Site, Page])).toThrow(
      'Page.site: Site has one record, which site shows; remove the link',
    )
  })

  it('is checked by the compiler', () => {
    const declared = { name: 'Site', single: true, about, allowed } as const
    // @ts-expect-error -- a required field
    record({ ...declared, fields: { title: line(80, { about }) } })
    // @ts-expect-error -- a plural name
    record({ ...declared, plural: 'sites', fields: { title } })
    // @ts-expect-error -- the order of a list
    record({ ...declared, defaultOrder: ['createdAt'], fields: { title } })
    // @ts-expect-error -- neither a plural nor single
    record({ name: 'Site', about, allowed, fields: { title } })
    record({ ...declared, fields: { title, isOpen: flag({ about, initial: true }) } })
  })
})
