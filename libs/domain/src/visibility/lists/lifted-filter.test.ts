import { describe, expect, it } from 'vitest'
import { builtInModel } from '../../service/content-types.ts'
import { liftFilter } from './lifted-filter.ts'

const lift = (text: string) => liftFilter(builtInModel, builtInModel.typeNamed('Article'), JSON.parse(text))

describe('C13.1 a filter whose values are parameters', () => {
  it('has the shape of filters that differ in values alone', () => {
    const [first, second] = [lift('{"title":{"eq":"Tea"}}'), lift('{"title":{"eq":"Ink"}}')]
    expect(first?.shape).toBe(second?.shape)
    expect([Object.values(first?.values ?? {}), Object.values(second?.values ?? {})]).toEqual([
      expect.arrayContaining(['Tea', 'tea']),
      expect.arrayContaining(['Ink', 'ink']),
    ])
    expect(lift('{"title":{"ne":"Tea"}}')?.shape).not.toBe(first?.shape)
  })

  it.each([
    '[]',
    'null',
    '{"titel":{"eq":"x"}}',
    '{"__proto__":{"id":{"eq":"1"}}}',
    '{"constructor":{"name":{"eq":"1"}}}',
    '{"or":[{"__proto__":{"id":{"eq":"1"}}}]}',
    '{"owner":{"__proto__":{"id":{"eq":"1"}}}}',
    '{"comments":{"some":{"toString":{"eq":"1"}}}}',
    '{"title":{"eq":null}}',
    '{"title":{"contains":5}}',
    '{"ownerId":{"eq":"1"}}',
    '{"id":{"in":"x"}}',
  ])('%s has no shape: a read without a plan refuses it, or finds nothing', (text) => {
    expect(lift(text)).toBeNull()
  })
})
