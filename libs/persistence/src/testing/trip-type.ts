import { field, record, User, type RecordType } from '@content-service/domain'

const about = 'A test.'
const guide = field.one(User, { about, optional: true })

/** A type with links to users of all forms, which an erasure of a user clears. It keeps revisions or takes drafts. */
export const declareTrip = (option: { readonly revisions: true } | { readonly drafts: true }): RecordType =>
  record({
    name: 'Trip',
    plural: 'trips',
    about,
    ...option,
    allowed: { read: { GUEST: 'all' }, write: { READER: 'all' }, audit: { ADMIN: 'all' } },
    fields: {
      title: field.line(80, { about }),
      secret: field.line(80, { about, optional: true, seenWith: 'audit' }),
      host: field.owner({ about, inverse: 'trips' }),
      guide,
      guides: field.many(User, { about, inverse: 'guided' }),
      stops: field.list(field.group({ guide }, { about }), { about }),
    },
  })
