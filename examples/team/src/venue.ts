import { field, record, type RecordOf } from '@content-service/domain'

/** A place where meetups happen. Its keeper also looks after the meetups there, and caretakers look after all venues. */
export const Venue = record({
  name: 'Venue',
  plural: 'venues',
  about: 'A place where meetups happen.',
  allowed: { read: { GUEST: 'all' }, write: { READER: 'own', CARETAKER: 'all', EDITOR: 'all' } },
  fields: {
    name: field.line(100, { about: 'The name.', unique: true, example: 'Old foundry' }),
    address: field.line(300, { about: 'The address.', optional: true }),
    access: field.choice(
      {
        STEP_FREE: { label: 'Step-free', about: 'No step from the street to the seats.' },
        STAIRS: { label: 'By stairs' },
      },
      { about: 'How guests get in.', optional: true },
    ),
    website: field.url({ about: 'The page of the venue.', optional: true }),
    opensOn: field.date({
      about: 'The first day on which meetups can be there.',
      optional: true,
      index: true,
    }),
    price: field.decimal(8, 2, {
      about: 'The price of an evening in euros.',
      optional: true,
      index: true,
      least: '0',
      example: '120.00',
    }),
    contact: field.group(
      {
        phone: field.line(40, { about: 'The number to call.' }),
        hours: field.line(100, { about: 'When somebody answers.', optional: true }),
      },
      { about: 'How to reach the venue.', optional: true },
    ),
    rooms: field.list(
      field.group(
        {
          name: field.line(80, { about: 'The name of the room.' }),
          seats: field.integer(1, 5_000, { about: 'The number of seats.' }),
        },
        { about: 'A room.' },
      ),
      { about: 'The rooms for meetups.', most: 20 },
    ),
    closedOn: field.list(field.choice(['MONDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'], { about: 'A day.' }), {
      about: 'The days without meetups.',
      distinct: true,
      most: 4,
    }),
    page: field.blocks(
      {
        paragraph: { text: field.markdown(5_000, { about: 'The text.' }) },
        picture: {
          address: field.url({ about: 'The address of the picture.' }),
          alt: field.line(200, { about: 'What the picture shows.' }),
        },
        // A meetup that is deleted takes its block with it. The name stands for the type, which links to venues itself.
        event: { meetup: field.one('Meetup', { about: 'A meetup to come to.' }) },
      },
      { about: 'The page that presents the venue.' },
    ),
    keeper: field.owner({ about: 'The user who lends the place.', inverse: 'venues' }),
  },
})
export interface Venue extends RecordOf<typeof Venue> {}
