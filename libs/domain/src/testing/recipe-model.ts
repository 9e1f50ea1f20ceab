import { Article } from '../articles/article.ts'
import {
  choice,
  group,
  integer,
  line,
  list,
  many,
  markdown,
  one,
  owner,
  state,
  tags,
  time,
} from '../model/fields/field-builders.ts'
import { extendType } from '../model/types/extend-type.ts'
import type { Fields } from '../model/types/record-operation.ts'
import type { RecordType } from '../model/types/record-type.ts'
import { record } from '../model/types/record.ts'
import { builtInModel, contentModel } from '../service/content-types.ts'
import { Venue } from './gig-model.ts'

const subtitle = line(80, { about: 'The subtitle.', optional: true })

/** Old records can have the title, and no edit gives it. */
const refuseWithdrawn = ({ title }: { readonly title: string }, previous: object | null) =>
  previous !== null && title === 'Withdrawn' ? [{ path: ['title'] as const, message: 'is withdrawn' }] : []

const declareRecipe = (more: Fields) =>
  record({
    name: 'Recipe',
    plural: 'recipes',
    about: 'A recipe.',
    revisions: true,
    drafts: true,
    allowed: {
      read: { GUEST: 'all' },
      write: { AUTHOR: 'own', EDITOR: 'all' },
      publish: { EDITOR: 'all' },
    },
    fields: {
      title: line(300, { about: 'The title.' }),
      reviewer: line(80, { about: 'Who has checked it.', optional: true, seenWith: 'publish' }),
      rating: integer(0, 9, { about: 'The rating.', initial: 0, changedWith: 'publish' }),
      text: markdown(200_000, { about: 'The text.', optional: true }),
      level: choice(['EASY', 'HARD'], { about: 'How hard it is.', optional: true }),
      seasons: tags({ about: 'The seasons.' }),
      servedAt: time({ about: 'When it is served.', optional: true }),
      venue: one(Venue, { about: 'The kitchen.', optional: true }),
      venues: many(Venue, { about: 'More kitchens.', ordered: true, inverse: 'recipes' }),
      steps: list(
        group(
          {
            text: line(80, { about: 'What to do.' }),
            at: one(Venue, { about: 'Where.', optional: true }),
          },
          { about: 'A step.' },
        ),
        { about: 'The steps.' },
      ),
      stage: state(['DRAFT', 'OPEN'], {
        about: 'The stage.',
        transitions: { DRAFT: { OPEN: 'write' }, OPEN: { DRAFT: 'write' } },
        published: 'OPEN',
      }),
      cook: owner({ about: 'The cook.', inverse: 'recipes' }),
      ...more,
    },
    check: (recipe, previous) => refuseWithdrawn(recipe as { readonly title: string }, previous),
    operations: (on) => ({
      rename: on(
        { about: 'Gives another title.', permission: 'write', input: { title: line(80, { about: 'It.' }) } },
        (_recipe, { title }) => ({ title }) as object,
      ),
    }),
  })

/** A type that keeps revisions, with links that some readers do not see. */
export const Recipe = declareRecipe({ subtitle })

const Essay = extendType(Article, {
  fields: {
    subtitle,
    reviewer: line(80, { about: 'Who has checked it.', optional: true, seenWith: 'publish' }),
  },
  check: refuseWithdrawn,
})

const others = builtInModel.types.filter(({ name }) => name !== 'Article')
const withRecipe = (recipe: RecordType) => contentModel([...others, Essay, Venue, recipe])

/** The types of the service, of which articles have more fields, and recipes. */
export const recipeModel = withRecipe(Recipe)
/** The same without a field, and with a field of another kind: what later versions of a team can declare. */
export const shorterRecipeModel = withRecipe(declareRecipe({}))
export const countedRecipeModel = withRecipe(
  declareRecipe({ subtitle: integer(0, 9, { about: 'The number.', optional: true }) }),
)
