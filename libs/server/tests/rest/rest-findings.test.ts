import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aCast } from '../support/cast.ts'
import { JWT_SECRET, startTestService, type TestService } from '../support/service.ts'

describe('C6.7 one response names all problems of a REST body', () => {
  let service: TestService
  const ids: Record<string, string> = {}
  beforeAll(async () => {
    service = await startTestService()
    const cast = aCast(service, JWT_SECRET)
    const admin = { id: '2', as: null }
    ids['USER'] = (await cast.person('READER')).id
    ids['DRAFT'] = await cast.articleIn(admin, 'DRAFT')
    ids['ARTICLE'] = await cast.article(admin)
    const createRecord = async (path: string, body: object) =>
      (await service.call('POST', path, { body })).body.id
    ids['COMMENT'] = await createRecord(`/api/articles/${ids['ARTICLE']}/comments`, { content: 'Well said.' })
    ids['CATEGORY'] = await createRecord('/api/categories', { name: 'Tools' })
    const product = { title: 'Hammer', price: 1, stock: 1, categoryId: ids['CATEGORY'] }
    ids['PRODUCT'] = await createRecord('/api/products', product)
    const webhook = { url: 'https://events.example/in', events: ['article.published'] }
    ids['WEBHOOK'] = await createRecord('/api/webhooks', webhook)
  }, 30_000)
  afterAll(() => service.stop())

  const fillPath = (path: string): string => path.replace(/[A-Z]{4,}/, (name) => ids[name] ?? '')

  // Each body violates its schema and the rules of the domain.
  it.each<[string, string, object, readonly string[]]>([
    ['POST', 'users', { name: '', email: 'nope', age: 999 }, ['/age', '/email', '/name']],
    ['POST', 'users', { name: '', bogus: 1 }, ['/bogus', '/email', '/name']],
    ['PUT', 'users/USER', { name: '', email: 'nope', age: 999 }, ['/age', '/email', '/name']],
    ['PUT', 'users/USER', { id: 5, name: '', email: 'nope' }, ['/email', '/id', '/name']],
    ['PATCH', 'users/USER', { name: '', email: 'nope', age: 'old' }, ['/age', '/email', '/name']],
    ['POST', 'users/invitations', { email: 'nope', name: '', role: 'KING' }, ['/email', '/name', '/role']],
    [
      'PATCH',
      'me',
      { username: '', profile: { bio: 7, avatar: 'x', website: 'y', bogus: 1 } },
      ['/profile/avatar', '/profile/bio', '/profile/bogus', '/profile/website', '/username'],
    ],
    [
      'PATCH',
      'me/settings',
      { locale: 'x_y_z', timezone: 7, theme: 'PINK' },
      ['/locale', '/theme', '/timezone'],
    ],
    ['POST', 'articles', { title: '', content: 7, tags: [''] }, ['/content', '/tags', '/title']],
    ['POST', 'articles', { title: '', content: 'x', authorId: '999' }, ['/authorId', '/title']],
    ['PATCH', 'articles/DRAFT', { title: '', status: null }, ['/status', '/title']],
    ['PUT', 'articles/DRAFT/schedule', { publishAt: 'soon', bogus: 1 }, ['/bogus', '/publishAt']],
    ['POST', 'articles/ARTICLE/comments', { content: '', bogus: 1 }, ['/bogus', '/content']],
    ['PATCH', 'comments/COMMENT', { content: '', bogus: 1 }, ['/bogus', '/content']],
    [
      'POST',
      'products',
      { title: '', price: -1, stock: 'many', categoryId: 'x' },
      ['/categoryId', '/price', '/stock', '/title'],
    ],
    ['PATCH', 'products/PRODUCT', { title: '', stock: 'many' }, ['/stock', '/title']],
    ['POST', 'categories', { name: '', bogus: 1 }, ['/bogus', '/name']],
    ['POST', 'api-keys', { name: '', scopes: [], expiresAt: 7 }, ['/expiresAt', '/name', '/scopes']],
    ['POST', 'webhooks', { url: 'x', events: ['nope'], bogus: 1 }, ['/bogus', '/events/0', '/url']],
    ['PATCH', 'webhooks/WEBHOOK', { url: 'x', enabled: 'yes' }, ['/enabled', '/url']],
  ])('%s %s %j', async (method, path, body, pointers) => {
    const answer = await service.call(method, `/api/${fillPath(path)}`, { body })
    expect([answer.status, answer.body.code]).toEqual([422, 'BAD_USER_INPUT'])
    const found: readonly { readonly pointer: string }[] = answer.body.errors
    expect([...new Set(found.map(({ pointer }) => pointer))].toSorted()).toEqual(pointers)
  })

  it.each([
    [100, 100],
    [40_000, 1],
  ])('of %i unknown members, %i problems: the service checks no further', async (count, told) => {
    const body = Object.fromEntries(Array.from({ length: count }, (_, place) => [`m${place}`, place]))
    const answer = await service.call('POST', '/api/users', { body: { ...body, name: '' } })
    expect([answer.status, answer.body.errors.length]).toEqual([422, told])
  })

  it('C7.8 a caller who may not write learns nothing about problems of the body', async () => {
    const answer = await service.call('POST', '/api/users', { as: null, body: { name: '', age: 999 } })
    expect([answer.status, answer.body.errors]).toEqual([401, []])
  })
})
