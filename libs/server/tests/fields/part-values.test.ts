import { builtInModel, contentModel, field, record } from '@content-service/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startModel, type ModelService } from '../support/model-service.ts'

const about = 'A test.'
const Fair = record({
  name: 'Fair',
  plural: 'fairs',
  about,
  allowed: { read: { GUEST: 'all' }, write: { ADMIN: 'all' } },
  fields: {
    title: field.line(80, { about }),
    facts: field.group(
      {
        opensOn: field.date({ about, optional: true }),
        raw: field.json({ about, optional: true }),
      },
      { about, optional: true },
    ),
    days: field.list(field.date({ about }), { about }),
    stalls: field.list(field.group({ from: field.date({ about }) }, { about }), { about }),
    body: field.blocks({ day: { on: field.date({ about }) } }, { about }),
  },
})
const model = contentModel([...builtInModel.types, Fair])

describe('C16.1 values in parts on PostgreSQL', { timeout: 60_000 }, () => {
  let service: ModelService
  beforeAll(async () => {
    service = await startModel('fairs', model)
  })
  afterAll(() => service.stop())

  const create = async (input: object) => {
    const document = `mutation ($input: CreateFairInput!) { createFair(input: $input) {
      id facts { opensOn } days stalls { from } body { ... on FairBodyDay { on } } } }`
    const { data, errors } = await service.ask(document, { input })
    expect(errors).toBeUndefined()
    return data.createFair
  }

  it('are dates, which GraphQL writes in groups, lists and blocks', async () => {
    const { id: _, ...created } = await create({
      title: 'Spring',
      facts: { opensOn: '2026-11-20' },
      days: ['2024-02-29', '0001-01-01'],
      stalls: [{ from: '9999-12-31' }],
      body: [{ day: { on: '2026-11-20' } }],
    })
    expect(created).toEqual({
      facts: { opensOn: '2026-11-20' },
      days: ['2024-02-29', '0001-01-01'],
      stalls: [{ from: '9999-12-31' }],
      body: [{ on: '2026-11-20' }],
    })
    const wrong = await service.ask(
      'mutation { createFair(input: { title: "a", stalls: [{ from: "2026-02-30" }] }) { id } }',
    )
    expect(wrong.errors[0].extensions.code).toBe('BAD_USER_INPUT')
  })

  it('are JSON of each form, by which lists are filtered as by other values', async () => {
    for (const raw of ['a text', '', 'null', '"', 0, false, [], {}, { a: null }])
      await create({ title: 'Some', facts: { raw } })
    await create({ title: 'None', facts: { raw: null } })
    await create({ title: 'None', facts: {} })
    await create({ title: 'None' })
    const read = async (isNull: boolean) => {
      const rest = await service.send('GET', `/api/fairs?title[ne]=Spring&facts.raw[isNull]=${isNull}`)
      const { data } = await service.ask(
        `{ fairs(where: { title: { ne: "Spring" }, facts: { raw: { isNull: ${isNull} } } }) { title } }`,
      )
      const titles = rest.body.map(({ title }: { title: string }) => title)
      expect(data.fairs.map(({ title }: { title: string }) => title)).toEqual(titles)
      return titles
    }
    expect(await read(false)).toEqual(Array.from({ length: 9 }, () => 'Some'))
    expect(await read(true)).toEqual(['None', 'None', 'None'])
  })
})
