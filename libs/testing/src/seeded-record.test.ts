import { builtInModel, Category, contentModel, type User } from '@content-service/domain'
import type { SeedOf } from '@content-service/domain/internal/model'
import { Workshop } from '@content-service/domain/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startService, type TestService } from './index.ts'

const UNKNOWN_ID = '019a0000-0000-7000-8000-000000000000'
const RIGHT = { title: 'Type setting', startsAt: '2027-01-01T09:00:00Z', subjectId: UNKNOWN_ID }
const FIELDS = 'title, startsAt, endsAt, contact, reason, topics, progress, subjectId'

describe('C14.1 the seed of a declared record', () => {
  let service: TestService<User>
  beforeAll(async () => {
    service = await startService({
      content: { model: contentModel([...builtInModel.types, Workshop]) },
      seed: ({ user }) => user('hal'),
    })
  })
  afterAll(() => service.stop())

  it('can have a state, and values that operations set', async () => {
    const { id: subjectId } = await service.seed.record(Category, { name: 'Print' })
    const set = { progress: 'CANCELLED', reason: 'The host is ill.' } as const
    const { id } = await service.seed.record(Workshop, { ...RIGHT, subjectId, ...set }, service.seeded)
    const { body } = await service.as(service.seeded).rest('GET', `/api/workshops/${id}`)
    expect(body).toMatchObject({ title: 'Type setting', topics: [], ...set })
    const opened = await service.as(service.seeded).rest('POST', `/api/workshops/${id}/open`)
    expect(opened.body).toMatchObject({ code: 'INVALID_TRANSITION' })
  })

  it.each([
    [{ titel: 'Types' }, 'titel is no field that a seed can set; did you mean title?'],
    [{ version: 2 }, `version is no field that a seed can set; use one of ${FIELDS}`],
    [{ hostId: '7' }, 'hostId is the creator: give the user as the third argument.'],
    [{ title: undefined }, 'title is missing.'],
    [{ title: null }, 'title must be a string, and the value is null.'],
    [{ title: 7 }, 'title must be a string, and the value is 7.'],
    [{ title: ' ' }, 'title must not be blank, and the value is " ".'],
    [{ reason: ['ill'] }, 'reason must be a string, and the value is a list.'],
    [{ progress: 'CLOSED' }, 'progress must be one of PLANNED, OPEN, CANCELLED, and the value is "CLOSED".'],
    [{ topics: ['a', 7] }, 'topics must be a list of strings, and the value is a list.'],
    [{ subjectId: 7 }, 'subjectId must be a string, and the value is 7.'],
    [
      { startsAt: new Date() },
      'startsAt must be an RFC 3339 timestamp such as 2026-11-20T09:08:00.000Z, and the value is a Date.',
    ],
  ])('refuses %o with a sentence', async (wrong, message) => {
    const given = { ...RIGHT, ...wrong } as unknown as SeedOf<typeof Workshop>
    await expect(async () => service.seed.record(Workshop, given, service.seeded)).rejects.toThrow(
      new TypeError(`seed.record: Workshop.${message}`),
    )
  })

  it('refuses a record without its owner, and names all problems', async () => {
    const given: SeedOf<typeof Workshop> = { ...RIGHT, title: '' }
    await expect(service.seed.record(Workshop, given)).rejects.toThrow(
      'seed.record: Workshop.title must not be empty, and the value is "". Workshop.hostId is missing: give the user as the third argument.',
    )
  })
})
