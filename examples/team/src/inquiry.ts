import { field, record, type RecordOf } from '@content-service/domain'
import { Meetup } from './meetup.ts'

/** A message from the contact form of a meetup: guests write it, and the organizer of the meetup reads it. */
export const Inquiry = record({
  name: 'Inquiry',
  plural: 'inquiries',
  about: 'A message to the organizer of a meetup.',
  allowed: {
    create: { GUEST: 'all' },
    read: { READER: (inquiry, caller) => inquiry.meetup.organizerId.eq(caller.id), ADMIN: 'all' },
    write: { ADMIN: 'all' },
  },
  // The service erases the messages of guests after this many days.
  keepFor: 90,
  fields: {
    name: field.line(100, { about: 'The name of the sender.' }),
    email: field.email({ about: 'The address of the sender.' }),
    message: field.text(5_000, { about: 'The message.', least: 1 }),
    meetup: field.one(Meetup, { about: 'The meetup.', inverse: 'inquiries', onDelete: 'cascade' }),
  },
})
export interface Inquiry extends RecordOf<typeof Inquiry> {}
