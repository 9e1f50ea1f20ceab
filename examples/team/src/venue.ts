import { field, record, type RecordOf } from '@content-service/domain'

/** A place where meetups happen. */
export const Venue = record({
  name: 'Venue',
  plural: 'venues',
  about: 'A place where meetups happen.',
  allowed: { read: { GUEST: 'all' }, write: { EDITOR: 'all' } },
  fields: {
    name: field.line(100, { about: 'The name.', unique: true, example: 'Old foundry' }),
    address: field.line(300, { about: 'The address.', optional: true }),
  },
})
export interface Venue extends RecordOf<typeof Venue> {}
