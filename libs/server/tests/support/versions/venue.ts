import { field, record, type RecordType } from '@content-service/domain'

const about = 'A test.'

/** A place, as examples/team declares it. */
export const VENUE: RecordType = record({
  name: 'Venue',
  plural: 'venues',
  about,
  allowed: { read: { GUEST: 'all' }, write: { READER: 'own', EDITOR: 'all' } },
  fields: {
    name: field.line(100, { about }),
    keeper: field.owner({ about, inverse: 'venues' }),
  },
})
