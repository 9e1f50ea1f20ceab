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
    keeper: field.owner({ about: 'The user who lends the place.', inverse: 'venues' }),
  },
})
export interface Venue extends RecordOf<typeof Venue> {}
