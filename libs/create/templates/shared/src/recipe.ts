import { field, record, type RecordOf } from '@content-service/domain'

/** A recipe: a draft of its author, until somebody with the permission approves it. */
export const Recipe = record({
  name: 'Recipe',
  plural: 'recipes',
  about: 'A recipe with its method.',
  allowed: {
    read: { GUEST: 'all' },
    write: { READER: 'own', EDITOR: 'all' },
    approve: { EDITOR: 'all' },
  },
  fields: {
    title: field.line(200, { about: 'The title.', search: 'A', example: 'Potato soup' }),
    method: field.text(10_000, { about: 'The method.', search: 'D' }),
    minutes: field.integer(1, 1_440, { about: 'The time in minutes.', optional: true }),
    tags: field.tags({ about: 'The tags.', search: 'B' }),
    status: field.state(['DRAFT', 'APPROVED'], { about: 'The state of the recipe.' }),
    author: field.owner({ about: 'The author of the recipe.', inverse: 'recipes' }),
  },
  operations: (on) => ({
    approve: on({ about: 'Approves a draft.', permission: 'approve', from: ['DRAFT'], to: 'APPROVED' }),
  }),
})
export interface Recipe extends RecordOf<typeof Recipe> {}
