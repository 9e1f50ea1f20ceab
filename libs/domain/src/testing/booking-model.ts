import { builtInModel, contentModel } from '../service/content-types.ts'
import { flag, integer, line, one, time } from '../model/fields/field-builders.ts'
import { many } from '../model/links/link-builders.ts'
import { record } from '../model/types/record.ts'

/** A place that everybody may read while it is open, and editors always. */
export const Hall = record({
  name: 'Hall',
  plural: 'halls',
  about: 'A place with seats.',
  allowed: { read: { GUEST: (hall) => hall.isOpen.eq(true), EDITOR: 'all' }, write: { EDITOR: 'all' } },
  fields: {
    name: line(80, { about: 'The name.' }),
    isOpen: flag({ about: 'Guests see the place.', initial: true }),
  },
})

/** A record whose lists have an order of their own. */
export const Booking = record({
  name: 'Booking',
  plural: 'bookings',
  about: 'A time in a place.',
  allowed: { read: { GUEST: 'all' }, write: { AUTHOR: 'all' } },
  index: [['startsAt', 'title']],
  unique: [
    ['hall', 'slot'],
    ['title', 'hall'],
  ],
  defaultOrder: ['-startsAt', 'title'],
  fields: {
    title: line(80, { about: 'The title.', index: true }),
    startsAt: time({ about: 'The start.', index: true }),
    code: line(20, { about: 'The code of the ticket.', optional: true, unique: true }),
    slot: integer(1, 100, { about: 'The number of the seat.', optional: true }),
    hall: one(Hall, { about: 'The place.', optional: true, inverse: 'bookings', onDelete: 'clear' }),
    related: many('self', { about: 'Bookings with the same guest.', inverse: 'relatedTo' }),
  },
})

/** The types of the service, and types with an order of their own. */
export const bookingModel = contentModel([...builtInModel.types, Hall, Booking])
