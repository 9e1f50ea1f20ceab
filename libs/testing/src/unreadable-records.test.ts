import { builtInModel, contentModel, field, record } from '@content-service/domain'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startService, type TestService } from './index.ts'

const about = 'A test.'
/** Readers write all reports, and read those that are shared. */
const Report = record({
  name: 'Report',
  plural: 'reports',
  about,
  allowed: {
    read: { READER: (report) => report.isShared.eq(true), ADMIN: 'all' },
    write: { READER: 'all' },
    delete: { READER: 'all' },
    seal: { READER: 'all' },
  },
  fields: {
    title: field.line(80, { about }),
    isShared: field.flag({ about, initial: false }),
    number: field.line(20, { about, optional: true }),
  },
  operations: (on) => ({ seal: on({ about, permission: 'seal' }, () => ({ number: 'sealed' })) }),
})
/** Readers change the settings, and do not read them. */
const Rules = record({
  name: 'Rules',
  single: true,
  about,
  allowed: { read: { ADMIN: 'all' }, write: { READER: 'all' } },
  fields: { title: field.line(80, { about, initial: 'Rules' }) },
})
const model = contentModel([...builtInModel.types, Report, Rules])

describe('C15.18 a record that its writer may not read', () => {
  let service: TestService
  let id: string
  beforeAll(async () => {
    service = await startService({ content: { model } })
  })
  afterAll(() => service.stop())
  beforeEach(async () => {
    ;({ id } = await service.seed.record(Report, { title: 'Hidden' }))
  })

  const rest = async (method: string, path: string, body?: object) => {
    const answer = await service.as('READER').rest<{ code?: string }>(method, path, { body })
    return [answer.status, answer.body?.code]
  }
  const mutate = async (field: string) => {
    const { data, errors } = await service.as('READER').graphql(`mutation { ${field} }`)
    return errors?.[0]?.extensions?.['code'] ?? data
  }
  const readStored = async () => (await service.as('ADMIN').rest('GET', `/api/reports/${id}`)).body

  it('C15.18 does not exist for its changes, deletion and operations', async () => {
    const before = await readStored()
    const missing = [404, 'NOT_FOUND']
    expect(await rest('PATCH', `/api/reports/${id}`, { title: 'Mine' })).toEqual(missing)
    // A wrong body would otherwise tell that the record exists.
    expect(await rest('PATCH', `/api/reports/${id}`, { title: '' })).toEqual(missing)
    expect(await rest('POST', `/api/reports/${id}/seal`)).toEqual(missing)
    expect(await rest('DELETE', `/api/reports/${id}`)).toEqual(missing)
    expect(await mutate(`updateReport(input: { id: "${id}", title: "Mine" }) { id }`)).toBe('NOT_FOUND')
    expect(await mutate(`sealReport(id: "${id}") { id }`)).toBe('NOT_FOUND')
    expect(await mutate(`deleteReport(id: "${id}")`)).toBe('NOT_FOUND')
    expect(await readStored()).toEqual(before)
  })

  it('C15.18 does not exist for bulk actions and upserts by its id', async () => {
    const before = await readStored()
    const bulk = await service
      .as('READER')
      .rest('POST', '/api/reports/actions', { body: { ids: [id], action: 'delete' } })
    expect(bulk.body).toEqual([{ id, status: 404, code: 'NOT_FOUND' }])
    expect(await rest('PUT', `/api/reports/by-ref/${id}`, { title: 'Mine' })).toEqual([404, 'NOT_FOUND'])
    expect(await mutate(`upsertReport(ref: "${id}", input: { title: "Mine" }) { id }`)).toBe('NOT_FOUND')
    expect(await readStored()).toEqual(before)
  })

  it('C15.18 is created without content in the response, and then does not exist for its maker', async () => {
    const created = await service.as('READER').rest('POST', '/api/reports', { body: { title: 'New' } })
    expect([created.status, created.body, created.headers.get('location')]).toEqual([
      201,
      '',
      expect.stringMatching(/^\/api\/reports\/./),
    ])
    expect(await mutate('createReport(input: { title: "New" }) { id title }')).toBe('FORBIDDEN')
    expect(await mutate('createReport(input: { title: "New" }) { id version }')).toEqual({
      createReport: { id: expect.any(String), version: 1 },
    })
    expect(await rest('PUT', '/api/reports/by-ref/r-1', { title: 'New' })).toEqual([201, undefined])
    expect(await rest('PUT', '/api/reports/by-ref/r-1', { title: 'New' })).toEqual([404, 'NOT_FOUND'])
  })

  it('C15.18 may be changed once it is readable, and the response of its last change has no content', async () => {
    await service.as('ADMIN').rest('PATCH', `/api/reports/${id}`, { body: { isShared: true } })
    const path = `/api/reports/${id}`
    expect(await rest('PATCH', path, { title: 'Ours' })).toEqual([200, undefined])
    expect(await rest('PATCH', path, { isShared: false })).toEqual([204, undefined])
    expect(await rest('PATCH', path, { isShared: true })).toEqual([404, 'NOT_FOUND'])
  })

  it('C15.18 holds for a type with one record', async () => {
    expect(await rest('PATCH', '/api/rules', { title: 'Mine' })).toEqual([404, 'NOT_FOUND'])
    expect(await mutate('updateRules(input: { title: "Mine" }) { id }')).toBe('NOT_FOUND')
  })
})
