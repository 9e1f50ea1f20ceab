import { builtInModel, contentModel, field, record } from '@content-service/domain'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startService, type TestService } from './start-service.ts'

const about = 'A test.'
const Candidate = record({
  name: 'Candidate',
  plural: 'candidates',
  about,
  allowed: { read: { READER: 'own', RECRUITER: 'all' }, write: { RECRUITER: 'own' } },
  fields: {
    label: field.line(80, { about }),
    finder: field.owner({ about, inverse: 'candidates' }),
  },
})
const model = contentModel([...builtInModel.types, Candidate], {
  roles: { RECRUITER: { inherits: ['READER'], about: 'People who look for candidates.' } },
})

describe('C15.22 the roles of a model in a test', () => {
  let service: TestService
  beforeEach(async () => {
    service = await startService({ content: { model } })
  })
  afterEach(() => service.stop())

  it('name a caller, and have the same rights over both interfaces', async () => {
    const [rita, rob] = [service.as('RECRUITER'), service.as('READER')]
    const ada = await rita.rest<{ id: string }>('POST', '/api/candidates', { body: { label: 'Ada' } })
    expect(ada.status).toBe(201)
    const refused = await rob.graphql('mutation { createCandidate(input: { label: "Bob" }) { id } }')
    expect(refused.errors?.[0]?.extensions).toMatchObject({ code: 'FORBIDDEN' })
    for (const [caller, labels] of [
      [rita, ['Ada']],
      [service.as('ADMIN'), ['Ada']],
      [rob, []],
    ] as const) {
      const { data } = await caller.graphql<{ candidates: { label: string }[] }>('{ candidates { label } }')
      expect(data?.candidates.map(({ label }) => label)).toEqual(labels)
      const { body } = await caller.rest<{ label: string }[]>('GET', '/api/candidates')
      expect(body.map(({ label }) => label)).toEqual(labels)
    }
  })

  it('are given to users of a seed, beside other roles', async () => {
    const ada = await service.seed.user('ada', { roles: ['AUTHOR', 'RECRUITER'] })
    const { data } = await service
      .as(ada)
      .graphql('mutation { createCandidate(input: { label: "Bob" }) { finder { role roles } } }')
    expect(data).toEqual({
      createCandidate: { finder: { role: 'AUTHOR', roles: ['AUTHOR', 'RECRUITER'] } },
    })
    await expect(service.seed.user('bob', { roles: ['READER', 'RECRUITR'] })).rejects.toThrow(
      'The policy has no role "RECRUITR". Its roles are GUEST, READER, AUTHOR, EDITOR, RECRUITER, ADMIN.',
    )
    await expect(service.seed.user('bob', { role: 'READER', roles: ['READER'] })).rejects.toThrow(
      'Give a user either role or roles, not both.',
    )
  })
})
