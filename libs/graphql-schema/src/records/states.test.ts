import { builtInModel, contentModel, field, record } from '@content-service/domain'
import { expect, it } from 'vitest'
import { writeTypeDefs } from '../service/schema.ts'

const about = 'A test.'
const Job = record({
  name: 'Job',
  plural: 'jobs',
  about,
  allowed: { read: { GUEST: 'all' }, write: { READER: 'all' }, publish: { EDITOR: 'all' } },
  fields: {
    title: field.line(80, { about }),
    status: field.state(['DRAFT', 'OPEN', 'CLOSED'], {
      about: 'The state.',
      initial: { DRAFT: true, OPEN: 'publish' },
      transitions: { DRAFT: { OPEN: 'publish' }, OPEN: { CLOSED: 'write' } },
      published: 'OPEN',
    }),
  },
})

it('C17.1 the schema says which states clients give, and what a move needs', () => {
  const sdl = writeTypeDefs(contentModel([...builtInModel.types, Job]))
  expect(sdl).toContain(
    'Changes a job. Needs `jobs:write`, and for another state the permission of its transition.',
  )
  const input = /input CreateJobInput \{[^}]*\}/.exec(sdl)?.[0]
  expect(input).toContain('The state. A new record can be DRAFT, OPEN.')
  expect(input).toContain('status: JobStatus\n')
  expect(/type Job [^}]*publishedAt: [A-Za-z]+\n/.test(sdl)).toBe(true)
})
