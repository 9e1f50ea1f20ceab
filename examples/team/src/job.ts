import { field, record, type RecordOf } from '@content-service/domain'
import { Venue } from './venue.ts'

/**
 * A job that a venue offers: a draft of its author, then open for applications, at once or at a time, then closed. Its author can
 * bring earlier texts back, and a deleted job, and prepares a new text in a draft. People like jobs that interest them, and the author sees how often an open job is read.
 */
export const Job = record({
  name: 'Job',
  plural: 'jobs',
  about: 'A job at a venue.',
  trash: true,
  allowed: {
    read: { GUEST: (job) => job.status.ne('DRAFT'), READER: 'own', EDITOR: 'all' },
    write: { READER: 'own', EDITOR: 'all' },
    publish: { EDITOR: 'all' },
  },
  schedule: true,
  revisions: true,
  drafts: true,
  likes: true,
  views: true,
  fields: {
    title: field.line(200, { about: 'The title.', search: 'A', example: 'Printer for the old press' }),
    // The words of its address on the site, which stay from its opening on.
    slug: field.slug({ from: 'title' }),
    text: field.markdown(10_000, { about: 'What to do, and for whom.', search: 'D' }),
    status: field.state(['DRAFT', 'OPEN', 'CLOSED'], {
      about: 'The state of the job.',
      transitions: { DRAFT: { OPEN: 'publish' }, OPEN: { CLOSED: 'write' }, CLOSED: { OPEN: 'publish' } },
      published: 'OPEN',
    }),
    venue: field.one(Venue, { about: 'The place of work.', inverse: 'jobs', onDelete: 'cascade' }),
    author: field.owner({ about: 'The user who offers the job.', inverse: 'jobs' }),
  },
})
export interface Job extends RecordOf<typeof Job> {}
