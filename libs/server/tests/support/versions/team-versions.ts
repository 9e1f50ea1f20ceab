import {
  Article,
  builtInModel,
  contentModel,
  extendType,
  field,
  record,
  type RecordType,
} from '@content-service/domain'
import { KINDS, type Version } from './kinds.ts'
import { VENUE } from './venue.ts'

const about = 'A test.'

/** A meetup as examples/team declares it, with the changes of a version. */
const createMeetup = (name: string, version: Version): RecordType => {
  const { fields = {}, states = ['PLANNED', 'OPEN'], to = 'OPEN', unique = [], index = [] } = version
  return record({
    name,
    plural: `${name.charAt(0).toLowerCase()}${name.slice(1)}Meetups`,
    about,
    allowed: { read: { GUEST: 'all' }, write: { READER: 'all' } },
    live: true,
    index,
    unique: unique as never,
    fields: {
      title: field.line(200, { about }),
      startsAt: field.time({ about, index: true }),
      tags: field.tags({ about }),
      status: field.state(states, { about }),
      organizer: field.owner({ about }),
      ...fields,
    },
    operations: (on) => ({ move: on({ about, permission: 'write', from: ['PLANNED'], to }) }),
  })
}

/** The types of one version: those of all kinds, and articles, which one version extends. */
const createVersion = (side: 'before' | 'after') => {
  const subtitle = field.line(200, { about, optional: true })
  const article = side === 'after' ? [extendType(Article, { fields: { subtitle } })] : []
  const kinds = KINDS.flatMap(({ name, [side]: version }) => (version ? [createMeetup(name, version)] : []))
  const others = builtInModel.types.filter(({ name }) => side === 'before' || name !== 'Article')
  return contentModel([...article, ...others, VENUE, ...kinds])
}

export const BEFORE = createVersion('before')
export const AFTER = createVersion('after')
