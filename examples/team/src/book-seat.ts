import { ContentError, field, operation, type OperationContext } from '@content-service/domain'
import { Meetup } from './meetup.ts'

/** A meetup without its own number of seats has this many. */
const USUAL_SEATS = 20

const READ = `query ($id: ID!) {
  meetup(id: $id) { status seats bookingsConnection(first: 1) { totalCount { value } } }
}`
const BOOK = `mutation ($meetup: ID!, $note: String) {
  createBooking(input: { meetupId: $meetup, note: $note }) { id }
}`

interface Read {
  readonly meetup: {
    readonly status: string
    readonly seats: number | null
    readonly bookingsConnection: { readonly totalCount: { readonly value: number } }
  }
}

const countFree = async (context: OperationContext, id: string): Promise<number> => {
  const { data, errors } = await context.graphql(READ, { id })
  if (errors) throw new Error(`The meetup cannot be read: ${errors[0]?.message}`)
  // The document has these members.
  const { meetup } = data as unknown as Read
  if (meetup.status !== 'OPEN') throw new ContentError('CONFLICT', 'The meetup is not open for bookings.')
  return (meetup.seats ?? USUAL_SEATS) - meetup.bookingsConnection.totalCount.value
}

/** Books a seat for the caller. The lock makes all bookings of a meetup wait for each other, so that the last seat is booked once. */
export const bookSeat = operation({
  name: 'bookSeat',
  about: 'Books a seat at an open meetup for you.',
  kind: 'write',
  permission: 'seats:book',
  permissions: ['bookings:read', 'bookings:write'],
  cost: 1,
  input: {
    meetup: field.one(Meetup, { about: 'The meetup.' }),
    note: field.line(200, { about: 'A note to the organizer.', optional: true }),
  },
  returns: {
    booking: field.line(36, { about: 'The id of the booking.' }),
    seatsLeft: field.integer(0, 10_000, { about: 'The seats that are left.' }),
  },
  run: async (context, { meetup, note }) => {
    await context.lock(Meetup, [meetup])
    const free = await countFree(context, meetup)
    if (free <= 0) throw new ContentError('CONFLICT', 'All seats of this meetup are booked.')
    const { data, errors } = await context.graphql(BOOK, { meetup, note })
    if (errors) throw new ContentError('CONFLICT', 'You have a seat at this meetup already.')
    const { createBooking } = data as unknown as { createBooking: { id: string } }
    return { booking: createBooking.id, seatsLeft: free - 1 }
  },
})
