import { field, record, type RecordOf } from '@content-service/domain'
import { Meetup } from './meetup.ts'

/** A seat of a user at a meetup. The operation `bookSeat` creates bookings, because it counts the seats first. */
export const Booking = record({
  name: 'Booking',
  plural: 'bookings',
  about: 'A seat of a user at a meetup.',
  allowed: {
    read: { READER: 'own', EDITOR: 'all' },
    write: { ADMIN: 'all' },
    // Whoever gives up a seat deletes the booking.
    delete: { READER: 'own', EDITOR: 'all' },
  },
  unique: [['meetup', 'attendee']],
  fields: {
    meetup: field.one(Meetup, { about: 'The meetup.', inverse: 'bookings', onDelete: 'cascade' }),
    note: field.line(200, { about: 'A note to the organizer.', optional: true }),
    attendee: field.owner({ about: 'The user who has the seat.', inverse: 'bookings' }),
  },
})
export interface Booking extends RecordOf<typeof Booking> {}
