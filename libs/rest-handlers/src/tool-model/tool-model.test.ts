import { contentModel, field, record } from '@content-service/domain'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { aRestWorld, readBody, readCode } from '../testing/rest-world.ts'

const read = async (path: string, headers: Record<string, string> = {}) =>
  (await aRestWorld()).send('GET', path, { as: null, headers })

describe('C17.9 GET /api/model', () => {
  it('describes the content to everybody, with a tag', async () => {
    const answer = await read('/api/model')
    expect(readBody(answer)).toMatchObject({ version: 1, name: 'content-service' })
    expect(answer.headers).toMatchObject({ 'cache-control': 'public, no-cache' })
    const again = await read('/api/model', { 'if-none-match': answer.headers['etag'] ?? '' })
    expect([again.status, again.body]).toEqual([304, ''])
  })

  it('is what /api/model/schema.json says', async () => {
    const [model, schema] = [
      readBody(await read('/api/model')),
      readBody(await read('/api/model/schema.json')),
    ]
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schema as object)
    expect(validate(model), JSON.stringify(validate.errors)).toBe(true)
    expect(validate({ ...(model as object), version: 2 })).toBe(false)
  })

  it('has no parameters', async () => {
    for (const path of ['/api/model?types=Article', '/api/model/schema.json?x=1'])
      expect(readCode(await read(path))).toEqual([400, 'BAD_REQUEST'])
  })

  it('leaves its address to no type of a team', () => {
    const allowed = { read: { GUEST: 'all' }, write: { EDITOR: 'all' } } as const
    const fields = { title: field.line(9, { about: 'A title.' }) }
    const Model = record({ name: 'Mannequin', plural: 'model', about: 'A test.', allowed, fields })
    expect(() => contentModel([Model])).toThrow(/plural/)
  })
})
