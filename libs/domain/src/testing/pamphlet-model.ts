import { line, owner, slug, state, text } from '../model/fields/field-builders.ts'
import { record } from '../model/types/record.ts'
import { builtInModel, contentModel } from '../service/content-types.ts'

/** A record with a workflow, a trash and revisions, whose slug follows the title until it is published. */
export const Pamphlet = record({
  name: 'Pamphlet',
  plural: 'pamphlets',
  about: 'A pamphlet.',
  trash: true,
  revisions: true,
  allowed: {
    read: { GUEST: (pamphlet) => pamphlet.status.eq('PUBLISHED'), AUTHOR: 'own', EDITOR: 'all' },
    write: { AUTHOR: 'own', EDITOR: 'all' },
    publish: { EDITOR: 'all' },
  },
  fields: {
    title: line(300, { about: 'The title.' }),
    slug: slug({ from: 'title' }),
    status: state(['DRAFT', 'PUBLISHED'], {
      about: 'The state.',
      initial: { DRAFT: true, PUBLISHED: 'publish' },
      transitions: { DRAFT: { PUBLISHED: 'publish' }, PUBLISHED: { DRAFT: 'publish' } },
      published: 'PUBLISHED',
    }),
    author: owner({ about: 'The author.', inverse: 'pamphlets' }),
  },
})

/** A record without states, whose slug stays from its creation on. */
export const Almanac = record({
  name: 'Almanac',
  plural: 'almanacs',
  about: 'An almanac.',
  allowed: { read: { GUEST: 'all' }, write: { AUTHOR: 'all', EDITOR: 'all' } },
  fields: {
    name: text(5_000, { about: 'The name.', optional: true }),
    address: slug({ from: 'name' }),
  },
})

/** Articles, and declared types, with slugs. */
export const pamphletModel = contentModel([...builtInModel.types, Pamphlet, Almanac])
