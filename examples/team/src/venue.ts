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
    keeper: field.owner({ about: 'The user who lends the place.', inverse: 'venues' }),
  },
})
export interface Venue extends RecordOf<typeof Venue> {}
