import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { listHeaders, parsePage, pageParameters, readParameters } from './paging.ts'

const readLinks = (page: string, limit: string, total: number): Record<string, number> => {
  const { link = '' } = listHeaders(
    { path: '/api/users', query: new URLSearchParams({ page, limit }) },
    parsePage({ page, limit }),
    total,
  )
  return Object.fromEntries(
    [...link.matchAll(/[?&]page=(\d+)(?!\d)[^>]*>; rel="(\w+)"/g)].map(([, target, relation]) => [
      relation,
      Number(target),
    ]),
  )
}

const ANY_LIST = { path: '/x', query: new URLSearchParams() }

describe('C6.3 pages', () => {
  it('following next from the first page returns every row once, and ends at last', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 0, max: 3_000 }), (limit, total) => {
        let [page, seen] = [1, 0]
        for (;;) {
          seen += Math.max(0, Math.min(limit, total - (page - 1) * limit))
          const links = readLinks(String(page), String(limit), total)
          expect(links['first']).toBe(1)
          if (links['next'] === undefined) {
            expect(links['last']).toBe(page)
            break
          }
          page = links['next']
        }
        expect(seen).toBe(total)
      }),
    )
  })

  it('last is the last reachable page, and the count says at-least', () => {
    expect(readLinks('1', '100', 10_001)).toEqual({ first: 1, next: 2, last: 101 })
    expect(listHeaders(ANY_LIST, parsePage({}), 10_001)).toMatchObject({
      'x-total-count': '10000',
      'x-total-count-precision': 'at-least',
    })
    expect(listHeaders(ANY_LIST, parsePage({}), 10_000)).not.toHaveProperty('x-total-count-precision')
  })

  it('a page past the end links to the last page', () => {
    expect(readLinks('9', '10', 25)).toEqual({ first: 1, prev: 3, last: 3 })
  })

  it.each(['0', '-1', '+1', '01', '1.0', '1e2', ' 1', '', 'x', '9999999999'])(
    'a page or limit of %j is BAD_REQUEST',
    (text) => {
      for (const parameters of [{ page: text }, { limit: text }])
        expect(() => parsePage(parameters)).toThrow(expect.objectContaining({ code: 'BAD_REQUEST' }))
    },
  )

  it('a parameter occurs once and has a known name', () => {
    expect(readParameters(new URLSearchParams('page=1'), pageParameters)).toEqual({ page: '1' })
    for (const query of ['page=1&page=1', 'pages=1', '__proto__=1', 'constructor=1', '=1'])
      expect(() => readParameters(new URLSearchParams(query), { page: pageParameters.page }), query).toThrow(
        expect.objectContaining({ code: 'BAD_REQUEST' }),
      )
  })
})
