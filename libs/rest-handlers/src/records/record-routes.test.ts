import type { User } from '@content-service/domain'
import { beforeEach, describe, expect, it } from 'vitest'
import { aRestWorld, readBody, readCode } from '../testing/rest-world.ts'

const MISSING = '00000000-0000-7000-8000-ffffffffffff'

let world: Awaited<ReturnType<typeof aRestWorld>>
let editor: User
let reader: User
let books: string
beforeEach(async () => {
  world = await aRestWorld()
  ;[editor, reader] = [await world.user('eve', 'EDITOR'), await world.user('rita')]
  books = readBody(await category('Books')).id
})

const category = (name: unknown, as: User | null = editor) =>
  world.send('POST', '/api/categories', { as, body: { name } })
const post = (more: object | string = {}, as: User | null = editor) => {
  const body = { title: 'A book', price: 12.5, stock: 3, categoryId: books }
  return world.send('POST', '/api/products', {
    as,
    body: typeof more === 'string' ? more : { ...body, ...more },
  })
}

describe('C4.9 products', () => {
  it('POST: 201, Location and the product with its category, which all callers may read', async () => {
    const answer = await post({ description: 'Thick.' })
    const product = readBody(answer)
    expect(product).toEqual({
      id: expect.any(String),
      title: 'A book',
      description: 'Thick.',
      price: 12.5,
      stock: 3,
      category: { id: books, name: 'Books' },
      categoryId: books,
      version: 1,
      createdAt: expect.any(String),
    })
    const path = `/api/products/${product.id}`
    expect([answer.status, answer.headers['location']]).toEqual([201, path])
    const read = await world.send('GET', path, { as: null })
    expect([read.body, read.headers['etag']]).toEqual([answer.body, answer.headers['etag']])
    expect(
      (await world.send('GET', path, { headers: { 'if-none-match': read.headers['etag'] } })).status,
    ).toBe(304)
  })

  it('C6.6 refuses in order', async () => {
    const refusals = [
      [await post('{', null), 401, 'UNAUTHENTICATED'],
      [await post('{', reader), 403, 'FORBIDDEN'],
      [await post('{'), 400, 'BAD_REQUEST'],
      [await post({ price: -1 }), 422, 'BAD_USER_INPUT'],
      [await post({ stock: 1.5 }), 422, 'BAD_USER_INPUT'],
      [await post({ categoryId: MISSING }), 422, 'BAD_USER_INPUT'],
      [await post({ categoryId: 'no-id' }), 422, 'BAD_USER_INPUT'],
      [await post({ sold: 1 }), 422, 'BAD_USER_INPUT'],
    ] as const
    for (const [answer, status, code] of refusals) expect(readCode(answer)).toEqual([status, code])
    expect(readBody(await world.send('GET', '/api/products'))).toEqual([])
  })

  it('C6.3 lists all products, and the products of a category', async () => {
    const games = readBody(await category('Games')).id
    for (const [title, categoryId] of [
      ['1', books],
      ['2', games],
      ['3', books],
    ])
      await post({ title, categoryId })
    const listed = async (query: string) => {
      const { body, headers } = await world.send('GET', `/api/products${query}`, { as: null })
      return [
        JSON.parse(body)
          .map(({ title }: { title: string }) => title)
          .sort(),
        headers['x-total-count'],
      ]
    }
    expect(await listed('')).toEqual([['1', '2', '3'], '3'])
    expect(await listed(`?category=${books}`)).toEqual([['1', '3'], '2'])
    expect(await listed('?category=none')).toEqual([[], '0'])
    expect((await world.send('GET', '/api/products?limit=2')).headers['link']).toContain('rel="next"')
    expect(readCode(await world.send('GET', '/api/products?sortBy=price'))).toEqual([400, 'BAD_REQUEST'])
  })

  it('PATCH merges: null clears only the description', async () => {
    const path = `/api/products/${readBody(await post({ description: 'Thick.' })).id}`
    const patch = (body: object) => world.send('PATCH', path, { as: editor, body })
    expect(readBody(await patch({ description: null, stock: 2 }))).toMatchObject({
      description: null,
      stock: 2,
      price: 12.5,
      version: 2,
    })
    for (const member of ['title', 'price', 'stock', 'categoryId'])
      expect(readCode(await patch({ [member]: null })), member).toEqual([422, 'BAD_USER_INPUT'])
  })

  it('C6.8 checks If-Match on PATCH and DELETE of an existing product', async () => {
    const answer = await post()
    const path = `/api/products/${readBody(answer).id}`
    const send = (method: string, ifMatch: string | undefined, body: object | string = '') =>
      world.send(method, path, { as: editor, body, headers: { 'if-match': ifMatch } })
    const first = answer.headers['etag']
    const second = (await send('PATCH', first, { stock: 2 })).headers['etag']
    expect(readCode(await send('PATCH', first, { stock: 1 }))).toEqual([412, 'PRECONDITION_FAILED'])
    expect(readCode(await send('DELETE', first))).toEqual([412, 'PRECONDITION_FAILED'])
    expect((await send('DELETE', second)).status).toBe(204)
    for (const method of ['GET', 'PATCH', 'DELETE'])
      expect(readCode(await send(method, undefined, {})), method).toEqual([404, 'NOT_FOUND'])
  })
})

describe('C4.9 categories', () => {
  it('are created, listed and read; two categories cannot have one name', async () => {
    const answer = await category('Games')
    const { id } = readBody(answer)
    expect([answer.status, answer.headers['location']]).toEqual([201, `/api/categories/${id}`])
    const read = await world.send('GET', `/api/categories/${id}`, { as: null })
    expect([readBody(read), read.headers['etag']]).toEqual([{ id, name: 'Games' }, answer.headers['etag']])
    const list = await world.send('GET', '/api/categories', { as: null })
    expect([readBody(list).length, list.headers['x-total-count']]).toEqual([2, '2'])
    expect(readCode(await category('GAMES'))).toEqual([409, 'CONFLICT'])
    expect(readCode(await category(5))).toEqual([422, 'BAD_USER_INPUT'])
    expect(readCode(await category(5, reader))).toEqual([403, 'FORBIDDEN'])
    expect(readCode(await world.send('GET', `/api/categories/${MISSING}`))).toEqual([404, 'NOT_FOUND'])
  })

  it('C6.4 OPTIONS lists the allowed methods and the media types of PATCH', async () => {
    const allowed = async (path: string) => {
      const { status, headers } = await world.send('OPTIONS', path, { as: null })
      return [status, headers['allow'], headers['accept-patch']]
    }
    expect(await allowed('/api/categories/x')).toEqual([200, 'GET, HEAD, OPTIONS', undefined])
    expect(await allowed('/api/products/x')).toEqual([
      200,
      'GET, PATCH, DELETE, HEAD, OPTIONS',
      'application/json, application/merge-patch+json',
    ])
  })
})
