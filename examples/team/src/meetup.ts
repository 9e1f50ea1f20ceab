import { or } from '@content-service/authz'
import { Category, field, record, type RecordOf, User } from '@content-service/domain'
import { Venue } from './venue.ts'

/** A meeting that a user organizes: planned, then open for guests, then perhaps cancelled. */
export const Meetup = record({
  name: 'Meetup',
  plural: 'meetups',
  about: 'A meeting with its time and place.',
  allowed: {
    // Everybody sees a meetup from its opening on, also when it is cancelled later. Until then, its organizer and the
    // keeper of the venue see it. So nobody can cancel a planned meetup, which would publish it: its organizer deletes it.
    read: {
      GUEST: (meetup) => meetup.status.ne('PLANNED'),
      READER: (meetup, caller) => or(meetup.organizerId.eq(caller.id), meetup.venue.keeperId.eq(caller.id)),
      EDITOR: 'all',
    },
    write: { READER: 'own', EDITOR: 'all' },
    cancel: {
      READER: (meetup, caller) => or(meetup.organizerId.eq(caller.id), meetup.venue.keeperId.eq(caller.id)),
      ADMIN: 'all',
    },
    announce: { EDITOR: 'all' },
  },
  live: true,
  index: [['topic', 'startsAt']],
  fields: {
    title: field.line(200, {
      about: 'The title.',
      search: 'A',
      index: 'text',
      example: 'Letterpress for beginners',
    }),
    description: field.markdown(10_000, { about: 'The program.', optional: true, search: 'D' }),
    startsAt: field.time({ about: 'The start.', index: true }),
    contact: field.line(200, { about: 'How guests reach the organizer.', optional: true, seenWith: 'write' }),
    reason: field.line(200, { about: 'Why it is cancelled.', optional: true, setByOperation: true }),
    tags: field.tags({ about: 'The tags.', search: 'B', index: true }),
    seats: field.integer(1, 10_000, { about: 'The number of seats; 20 by default.', optional: true }),
    status: field.state(['PLANNED', 'OPEN', 'CANCELLED'], { about: 'The state of the meetup.' }),
    topic: field.one(Category, { about: 'The topic of the meetup.', inverse: 'meetups' }),
    // A meetup stays when its venue or the account of the speaker is deleted.
    venue: field.one(Venue, {
      about: 'The place of the meetup.',
      optional: true,
      inverse: 'meetups',
      onDelete: 'clear',
    }),
    speakers: field.many(User, {
      about: 'The users who speak.',
      ordered: true,
      max: 10,
      inverse: 'talks',
    }),
    host: field.one(User, { about: 'The user who answers questions.', optional: true }),
    isFeatured: field.flag({
      about: 'Whether the site shows the meetup at its top.',
      initial: false,
      changedWith: 'announce',
    }),
    series: field.one('self', {
      about: 'The first meetup of the series.',
      optional: true,
      inverse: 'sequels',
      onDelete: 'cascade',
    }),
    organizer: field.owner({ about: 'The user who organizes the meetup.', inverse: 'meetups' }),
  },
  // Newsletters and link previews show it as it is.
  computed: (on) => ({
    heading: on(
      {
        kind: field.line(250),
        about: 'The title, and whether the meetup is cancelled.',
        from: ['title', 'status'],
        stored: true,
      },
      ({ title, status }) => (status === 'CANCELLED' ? `Cancelled: ${title}` : title),
    ),
  }),
  // The site shows the program of a featured meetup. Other meetups can be without one.
  check: ({ isFeatured, description }) =>
    isFeatured && description === null
      ? [{ path: ['description'], message: 'is required in a featured meetup; write the program' }]
      : [],
  operations: (on) => ({
    open: on({
      about: 'Opens a planned meetup for guests.',
      permission: 'write',
      from: ['PLANNED'],
      to: 'OPEN',
    }),
    cancel: on(
      {
        about: 'Cancels an open meetup, and tells why.',
        permission: 'cancel',
        input: { reason: field.line(200, { about: 'The reason, which everybody can read.' }) },
        from: ['OPEN'],
        to: 'CANCELLED',
      },
      (_meetup, { reason }) => ({ reason }),
    ),
  }),
})
export interface Meetup extends RecordOf<typeof Meetup> {}
