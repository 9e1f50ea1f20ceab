import {
  builtInModel,
  contentModel,
  field,
  record,
  User,
  type ContentModel,
  type RecordType,
} from '@content-service/domain'

const about = 'A field of the benchmark.'

/** A type with 20 fields of all kinds. Each links to the type before it. */
const declareType = (place: number, previous: string): RecordType =>
  record({
    name: `Thing${place}`,
    plural: `things${place}`,
    about: 'A type of the benchmark.',
    allowed: { read: { GUEST: 'all' }, write: { READER: 'own', EDITOR: 'all' } },
    fields: {
      title: field.line(80, { about, search: 'A', index: true }),
      note: field.text(5_000, { about, optional: true }),
      body: field.markdown(50_000, { about, optional: true }),
      mail: field.email({ about, optional: true }),
      site: field.url({ about, optional: true }),
      size: field.integer(0, 99, { about, initial: 1, index: true }),
      weight: field.number(0, { about, optional: true }),
      price: field.decimal(10, 2, { about, optional: true, index: true }),
      isOpen: field.flag({ about, initial: false }),
      begins: field.time({ about, optional: true, index: true }),
      day: field.date({ about, optional: true }),
      tags: field.tags({ about }),
      mood: field.choice(['CALM', 'LOUD'], { about, initial: 'CALM' }),
      state: field.state(['NEW', 'DONE'], { about }),
      raw: field.json({ about, optional: true }),
      owner: field.owner({ about }),
      prior: field.one(previous, { about, optional: true, inverse: `thingsAfter${place}` }),
      people: field.many(User, { about }),
      facts: field.group(
        { count: field.integer(0, 9, { about }), name: field.line(80, { about, optional: true }) },
        { about, optional: true },
      ),
      page: field.blocks(
        {
          text: { text: field.text(500, { about }) },
          picture: { address: field.url({ about }), by: field.one(User, { about, optional: true }) },
        },
        { about },
      ),
    },
  })

/** The built-in types, and more types than most teams have. */
export const declareModel = (types: number): ContentModel => {
  const declared = Array.from({ length: types }, (_, place) =>
    declareType(place, place === 0 ? 'self' : `Thing${place - 1}`),
  )
  return contentModel([...builtInModel.types, ...declared])
}
