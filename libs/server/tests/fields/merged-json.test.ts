import { builtInModel, contentModel, extendType, field, record, User } from '@content-service/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startModel, type ModelService, type Sent } from '../support/model-service.ts'
import { AS_ADMIN } from '../support/service.ts'

const about = 'A test.'
const SCHEMA = {
  type: 'object',
  properties: { origin: { type: 'string', minLength: 2 }, parts: { type: 'object' } },
  required: ['origin'],
}
const Dish = record({
  name: 'Dish',
  plural: 'dishes',
  about,
  allowed: { read: { GUEST: 'all' }, write: { ADMIN: 'all' } },
  fields: {
    title: field.line(80, { about }),
    facts: field.json({ about, optional: true, schema: SCHEMA }),
    more: field.group(
      { notes: field.json({ about, optional: true }), word: field.line(20, { about, optional: true }) },
      { about },
    ),
    steps: field.list(field.group({ data: field.json({ about }) }, { about }), { about }),
  },
})
const Person = extendType(User, { fields: { settingsOfTools: field.json({ about, optional: true }) } })
const types = builtInModel.types.map((type) => (type.name === 'User' ? Person : type))
const MERGE = 'application/merge-patch+json'
const PLAIN = 'application/json'

describe('C16.1 JSON is merged by application/merge-patch+json alone', { timeout: 60_000 }, () => {
  let service: ModelService
  let path: string

  const sendText = (text: string, type = MERGE, at = path) =>
    fetch(service.url + at, {
      method: 'PATCH',
      headers: { 'content-type': type, authorization: AS_ADMIN },
      body: text,
    })
  const patch = async (change: object, type = MERGE, at = path): Promise<Sent> => {
    const response = await sendText(JSON.stringify(change), type, at)
    return { status: response.status, body: await response.json() }
  }

  beforeAll(async () => {
    service = await startModel('merged', contentModel([...types, Dish]))
    const { body } = await service.send('POST', '/api/dishes', {
      title: 'Soup',
      facts: { origin: 'Lyon', parts: { onion: 3, salt: 1 } },
      more: { notes: { a: [1, 2] }, word: 'hot' },
      steps: [{ key: 'one', data: { a: 1 } }],
    })
    path = `/api/dishes/${body.id}`
  })
  afterAll(() => service.stop())

  it('changes, adds and removes the members that it names, in groups too', async () => {
    const { status, body } = await patch({
      facts: { parts: { salt: null, leek: 2 } },
      more: { notes: { b: { c: null, d: 1 } } },
    })
    expect([status, body.facts, body.more]).toEqual([
      200,
      { origin: 'Lyon', parts: { onion: 3, leek: 2 } },
      { notes: { a: [1, 2], b: { d: 1 } }, word: 'hot' },
    ])
  })

  it('replaces JSON as application/json, and in lists', async () => {
    const replaced = await patch({ facts: { origin: 'Nice' } }, PLAIN)
    expect(replaced.body.facts).toEqual({ origin: 'Nice' })
    const list = await patch({ steps: [{ key: 'one', data: { b: 2 } }] })
    expect(list.body.steps).toEqual([{ key: 'one', data: { b: 2 } }])
  })

  it('checks the whole value by its schema, and writes nothing that it refuses', async () => {
    const { status, body } = await patch({ title: 'Other', facts: { origin: null, parts: 3 } })
    expect(status).toBe(422)
    expect(body.errors.map((each: { pointer: string }) => each.pointer)).toEqual(['/facts'])
    const { body: kept } = await service.send('GET', path)
    expect([kept.title, kept.facts]).toEqual(['Soup', { origin: 'Nice' }])
  })

  it('null clears the whole value, and a change of a value that is null begins with nothing', async () => {
    expect((await patch({ facts: null })).body.facts).toBeNull()
    expect((await patch({ facts: { parts: { onion: 1 } } })).status).toBe(422)
    expect((await patch({ facts: { origin: 'Rome', parts: { onion: null } } })).body.facts).toEqual({
      origin: 'Rome',
      parts: {},
    })
  })

  it('a change that changes nothing makes no version', async () => {
    const { body: before } = await service.send('GET', path)
    expect((await patch({ facts: { origin: 'Rome', no: null } })).body.version).toBe(before.version)
  })

  it.each([
    ['__proto__', '{"facts":{"__proto__":{"a":1}}}'],
    ['33 levels', `{"facts":${'{"a":'.repeat(33)}1${'}'.repeat(33)}}`],
    ['NUL', String.raw`{"facts":{"a":"\u0000"}}`],
    ['a lone surrogate', String.raw`{"facts":{"\ud800":1}}`],
    ['2 MiB', JSON.stringify({ facts: { a: 'x'.repeat(2 ** 21) } })],
  ])('refuses %s', async (_, text) => {
    const response = await sendText(text)
    expect([413, 422]).toContain(response.status)
    expect(await response.text()).not.toMatch(/ at .*\.ts/)
    expect((await service.send('GET', path)).body.facts.a).toBeUndefined()
  })

  it('keeps what several clients change at the same time', async () => {
    const names = Array.from({ length: 12 }, (_, place) => `part${place}`)
    const sent = await Promise.all(
      names.map((name) => patch({ facts: { origin: 'Oslo', parts: { [name]: 1 } } })),
    )
    expect(sent.map(({ status }) => status)).toEqual(names.map(() => 200))
    const { body } = await service.send('GET', path)
    expect(Object.keys(body.facts.parts).toSorted()).toEqual(names.toSorted())
  })

  it('merges the JSON of a user at /api/me', async () => {
    const change = (value: unknown, type: string) =>
      patch({ settingsOfTools: value }, type, '/api/me').then(({ body }) => body.settingsOfTools)
    expect(await change({ a: 1, b: { c: 2 } }, PLAIN)).toEqual({ a: 1, b: { c: 2 } })
    expect(await change({ b: { d: 3 }, a: null }, MERGE)).toEqual({ b: { c: 2, d: 3 } })
  })
})
