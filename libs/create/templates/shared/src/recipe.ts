import { field, record, type RecordOf } from '@content-service/domain'

/** A recipe: a draft of its author, until somebody with the permission approves it. */
export const Recipe = record({
  name: 'Recipe',
  plural: 'recipes',
  about: 'A recipe with its method.',
  allowed: {
    read: { GUEST: 'all' },
    write: { READER: 'own', EDITOR: 'all' },
    // The role is the model's own: see content.ts.
    approve: { TASTER: 'all', EDITOR: 'all' },
  },
  fields: {
    title: field.line(200, { about: 'The title.', search: 'A', example: 'Potato soup' }),
    method: field.text(10_000, { about: 'The method.', search: 'D' }),
    minutes: field.integer(1, 1_440, { about: 'The time in minutes.', optional: true }),
    tags: field.tags({ about: 'The tags.', search: 'B' }),
    course: field.choice(['STARTER', 'MAIN', 'DESSERT'], {
      about: 'The course.',
      initial: 'MAIN',
      index: true,
    }),
    price: field.decimal(8, 2, { about: 'The price in euros.', optional: true, least: '0', index: true }),
    seasonFrom: field.date({ about: 'The first day of the season.', optional: true }),
    seasonUntil: field.date({ about: 'The last day of the season.', optional: true }),
    page: field.blocks(
      {
        picture: {
          address: field.url({ about: 'The address of the picture.' }),
          alt: field.line(200, { about: 'What the picture shows.' }),
        },
        goesWith: { recipe: field.one('self', { about: 'A recipe that goes with it.', optional: true }) },
      },
      { about: 'What the page of the recipe shows.' },
    ),
    status: field.state(['DRAFT', 'APPROVED'], { about: 'The state of the recipe.' }),
    author: field.owner({ about: 'The author of the recipe.', inverse: 'recipes' }),
  },
  computed: (on) => ({
    label: on(
      { kind: field.line(220), from: ['title', 'minutes'], about: 'The title with the time.' },
      ({ title, minutes }) => (minutes === null ? title : `${title} (${minutes} min)`),
    ),
  }),
  check: ({ seasonFrom, seasonUntil }) =>
    seasonFrom !== null && seasonUntil !== null && seasonUntil < seasonFrom
      ? [{ path: ['seasonUntil'], message: 'must not be before the first day of the season' }]
      : [],
  operations: (on) => ({
    approve: on({ about: 'Approves a draft.', permission: 'approve', from: ['DRAFT'], to: 'APPROVED' }),
  }),
})
export interface Recipe extends RecordOf<typeof Recipe> {}
